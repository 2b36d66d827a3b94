-- Names that the database reads in another way than the clocks of calls, or not at all: each as what it was taken for.
create function pg_temp.plain_zone(name text) returns text language sql as $$
  select coalesce((select meant from (values
    ('cet', 'Europe/Brussels'), ('met', 'Europe/Brussels'), ('eet', 'Europe/Athens'), ('wet', 'Europe/Lisbon'),
    ('us/pacific-new', 'America/Los_Angeles')) as zones (known, meant) where known = lower(name)), name)
$$;
-- What only a runtime knows was shown to accounts and assistants in its zones. A campaign of such a name has called nobody, and waits
-- until its owner chooses another one.
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
