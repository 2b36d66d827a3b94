-- State of the lead before a pre-claimed call. While it is set the call has not been dialed, and other processes undo
-- the claim if the process dies. Null: not pre-claimed, or possibly dialed.
alter table calls add column claimed_from json;

-- Whether the process also dials for campaigns.
alter table processes add column calls_campaigns boolean not null default true;
