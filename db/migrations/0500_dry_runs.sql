-- Whether an import writes nothing, as a column: it is no option of reading the source.

alter table imports add column is_dry_run boolean not null default false;
update imports set is_dry_run = true, options = options - 'dry_run' where options->'dry_run' is not null;

-- down

update imports set options = options || '{"dry_run": true}' where is_dry_run;
alter table imports drop column is_dry_run;
