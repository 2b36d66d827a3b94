-- What a customer has sent to a sender on one day (UTC) beside words, so that nobody fills the database.
alter table channel_customers
  add column attachments_on date,
  add column attachment_bytes bigint not null default 0;
