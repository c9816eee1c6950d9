-- What the staff note about an account, for themselves.

alter table users add column staff_note text check (char_length(staff_note) <= 2000);

-- down

alter table users drop column staff_note;
