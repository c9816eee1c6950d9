-- Refusals are counted by rule, too; those counted before have none.

alter table policy_refusals drop constraint policy_refusals_pkey;
alter table policy_refusals add column rule text not null default '';
alter table policy_refusals add primary key (day, category, rule);

-- down

create temporary table by_category on commit drop as
  select day, category, sum(refusals)::integer as refusals from policy_refusals group by day, category;
delete from policy_refusals;
alter table policy_refusals drop constraint policy_refusals_pkey;
alter table policy_refusals drop column rule;
alter table policy_refusals add primary key (day, category);
insert into policy_refusals select * from by_category;
