-- The channel reply that adopted the call; null if no reply did. For a day, a reply refused by its carrier returns the
-- call with its Idempotency-Key.
alter table tool_calls add column if not exists reply_id bigint;
