-- The order of a call's events and utterances, counted by the process that holds it. Null in older rows, whose times
-- give the order.
alter table call_events add column seq int;
alter table call_transcript add column seq int;

-- Said to the customer before a requested hang-up.
alter table calls add column hang_up_message text;
