-- Notes of the staff about an account are no longer kept.

alter table users drop column staff_note;

-- down

alter table users add column staff_note text check (char_length(staff_note) <= 2000);
