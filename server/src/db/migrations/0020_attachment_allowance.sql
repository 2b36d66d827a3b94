-- Bytes of attachments from a customer to a sender per UTC day, to limit storage.
alter table channel_customers
  add column attachments_on date,
  add column attachment_bytes bigint not null default 0;
