-- Transcript or text of a customer's file, for the assistant, or the reason for its absence. Both null for pictures and videos.
alter table attachments
  add column text text,
  add column text_error text;

-- Answers wait for the files of their messages.
create index attachments_waiting on attachments (user_id) where status = 'waiting';
