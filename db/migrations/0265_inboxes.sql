-- Emails of an unproven inbox are counted over all kinds and senders.

-- Once it was sent: the inbox, if nobody has proven that it is theirs (core/mail/sending/gate.ts).
alter table mails add column inbox text;
create index mails_inbox on mails (inbox) where inbox is not null;

-- down

alter table mails drop column inbox;
