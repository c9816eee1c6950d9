-- A role between user and admin. What it may do: RIGHTS in core/kernel/actor.ts.

alter table users drop constraint users_role_check,
  add constraint users_role_check check (role in ('user', 'moderator', 'admin'));

-- down

update users set role = 'user' where role = 'moderator';
alter table users drop constraint users_role_check,
  add constraint users_role_check check (role in ('user', 'admin'));
