-- Headers of outgoing SIP requests, as [{ "name", "value" }]: for all calls of a trunk, and for a single call.
alter table sip_trunks add column sip_headers jsonb not null default '[]';
alter table calls add column sip_headers jsonb not null default '[]';
