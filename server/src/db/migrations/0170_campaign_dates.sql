alter table campaigns
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint campaigns_dates_check check (ends_at > starts_at);

comment on column campaigns.starts_at is 'No call begins before this instant; null for no limit.';
comment on column campaigns.ends_at is 'No call begins at or after this instant, and the campaign completes; null for no limit.';
