-- Foreign keys look up referencing rows when a message is deleted.
create index model_calls_message on model_calls (message_id) where message_id is not null;
create index charges_message on charges (message_id) where message_id is not null;
