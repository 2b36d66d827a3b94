-- Its object was deleted: it is still sent but removed when finished.
alter table webhook_deliveries add column is_forgotten boolean not null default false;
create index webhook_deliveries_forgotten on webhook_deliveries (id) where is_forgotten;
