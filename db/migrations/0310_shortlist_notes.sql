-- What readers write beside the listings on their shortlists.

alter table shortlist_entries add column note text check (char_length(note) <= 500);

-- down

alter table shortlist_entries drop column note;
