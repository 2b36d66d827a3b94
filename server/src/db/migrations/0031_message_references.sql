-- What refers to a message is found when it is deleted: the constraints look for it there, once per message.
create index model_calls_message on model_calls (message_id) where message_id is not null;
create index charges_message on charges (message_id) where message_id is not null;
