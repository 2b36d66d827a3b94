-- Members with one of these roles get the emails about alerts, besides the addresses.
alter table alert_settings add column email_roles text[] not null default '{}';
