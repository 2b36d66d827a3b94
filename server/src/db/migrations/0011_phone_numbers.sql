-- The provider's id of a bought number; null for numbers that need no release.
alter table phone_numbers add column provider_reference text;
create unique index phone_numbers_bought on phone_numbers (provider, provider_reference)
  where provider_reference is not null;
create index phone_numbers_by_number on phone_numbers (phone_number);

-- Settings of numbers of type sip.
create table sip_trunks (
  phone_number_id bigint primary key references phone_numbers on delete cascade,
  user_id bigint not null references users on delete cascade,
  sip_trunk_type text not null check (sip_trunk_type in ('extension', 'number')),
  nickname text,
  sip_username text,
  -- Encrypted; null: no password.
  sealed_password bytea,
  sip_address text not null,
  sip_calling_format text not null check (sip_calling_format in ('+e164', 'e164', 'national')),
  inbound_authorization_type text not null check (inbound_authorization_type in ('auth', 'ip')),
  allowed_inbound_ips text[] not null,
  outbound_proxy text,
  updated_at timestamptz not null default clock_timestamp()
);
create index sip_trunks_user on sip_trunks (user_id, phone_number_id);

create function phone_number_type_label(type text) returns text
  language sql immutable parallel safe
  return case type when 'normal' then 'Dedicated Number' when 'sip' then 'SIP' else 'Caller ID' end;
