-- Whether the account's time zone was set explicitly; otherwise the console asks.
alter table users add column is_timezone_chosen boolean not null default false;
update users set is_timezone_chosen = true where timezone <> 'UTC';
