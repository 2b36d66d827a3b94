-- Whether somebody has chosen the zone of an account's times, be it UTC: the console asks those whom nobody has asked.
alter table users add column is_timezone_chosen boolean not null default false;
update users set is_timezone_chosen = true where timezone <> 'UTC';
