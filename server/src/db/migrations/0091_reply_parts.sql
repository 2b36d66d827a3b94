-- The parts of a reply that is longer than one message of the channel: `replyTo` (the customer's message), `revision`,
-- `after` (the latest stored part) and `texts` (those that follow it). Null if no reply is being sent in parts.
alter table pending_answers add column rest jsonb;

-- The first part of the reply that the message continues.
alter table messages add column part_of bigint;
