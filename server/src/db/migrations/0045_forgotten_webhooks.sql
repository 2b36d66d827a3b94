-- What it is about was deleted: it is still told of, as it happened, but not kept once that is over.
alter table webhook_deliveries add column is_forgotten boolean not null default false;
create index webhook_deliveries_forgotten on webhook_deliveries (id) where is_forgotten;
