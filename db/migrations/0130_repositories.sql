-- A claim can be proven by a file in a repository.

alter table claims drop constraint claims_method_check,
  add constraint claims_method_check check (method in ('dns', 'file', 'meta', 'repository'));

-- down

update claims set method = 'file' where method = 'repository';
alter table claims drop constraint claims_method_check,
  add constraint claims_method_check check (method in ('dns', 'file', 'meta'));
