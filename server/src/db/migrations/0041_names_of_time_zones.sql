-- Names that PostgreSQL interprets differently from Node.js, or not at all, mapped to what was meant.
create function pg_temp.plain_zone(name text) returns text language sql as $$
  select coalesce((select meant from (values
    ('cet', 'Europe/Brussels'), ('met', 'Europe/Brussels'), ('eet', 'Europe/Athens'), ('wet', 'Europe/Lisbon'),
    ('us/pacific-new', 'America/Los_Angeles')) as zones (known, meant) where known = lower(name)), name)
$$;
-- Names known only to Node.js worked for accounts and assistants. A campaign with such a name has not called anyone;
-- it waits until its owner chooses another.
create function pg_temp.runtime_zone(name text) returns text language sql as $$
  select coalesce((select meant from (values
    ('act', 'Australia/Darwin'), ('aet', 'Australia/Sydney'), ('agt', 'America/Argentina/Buenos_Aires'),
    ('art', 'Africa/Cairo'), ('ast', 'America/Anchorage'), ('bet', 'America/Sao_Paulo'), ('bst', 'Asia/Dhaka'),
    ('cat', 'Africa/Harare'), ('cnt', 'America/St_Johns'), ('cst', 'America/Chicago'), ('ctt', 'Asia/Shanghai'),
    ('eat', 'Africa/Addis_Ababa'), ('ect', 'Europe/Paris'), ('iet', 'America/Indiana/Indianapolis'),
    ('ist', 'Asia/Kolkata'), ('jst', 'Asia/Tokyo'), ('mit', 'Pacific/Apia'), ('net', 'Asia/Yerevan'),
    ('nst', 'Pacific/Auckland'), ('plt', 'Asia/Karachi'), ('pnt', 'America/Phoenix'), ('prt', 'America/Puerto_Rico'),
    ('pst', 'America/Los_Angeles'), ('sst', 'Pacific/Guadalcanal'), ('vst', 'Asia/Ho_Chi_Minh'))
    as zones (known, meant) where known = lower(name)), pg_temp.plain_zone(name))
$$;
update campaigns set timezone = pg_temp.plain_zone(timezone) where timezone <> pg_temp.plain_zone(timezone);
update users set timezone = pg_temp.runtime_zone(timezone) where timezone <> pg_temp.runtime_zone(timezone);
update assistants set timezone = pg_temp.runtime_zone(timezone) where timezone <> pg_temp.runtime_zone(timezone);
drop function pg_temp.runtime_zone(text);
drop function pg_temp.plain_zone(text);
