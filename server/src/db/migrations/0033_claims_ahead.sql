-- What the lead of a call that was claimed ahead was before; while it is here nobody has been called, and whoever finds
-- the call's process dead undoes the claim. Null: it was not claimed ahead, or may have been dialled.
alter table calls add column claimed_from json;

-- Whether a process that holds calls calls people for campaigns too.
alter table processes add column calls_campaigns boolean not null default true;
