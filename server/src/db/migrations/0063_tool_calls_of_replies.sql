-- The reply in the messaging channel that took the call over. Null: there is none. Until the row is a day old, a reply that
-- its carrier refuses gives the call back with its Idempotency-Key.
alter table tool_calls add column if not exists reply_id bigint;
