-- concurrently
create index if not exists attachments_unsent_of_account on attachments (user_id) include (byte_count)
  where message_id is null;
