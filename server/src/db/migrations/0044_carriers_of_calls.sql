-- Of the number that a call goes over: what is asked of its carrier is asked also when that number was given back meanwhile. Null: no
-- carrier has it, or it was stored before.
alter table calls add column number_provider text;
