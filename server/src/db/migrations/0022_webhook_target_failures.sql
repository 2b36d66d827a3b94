-- Time of the endpoint's last failure, to tell a continuous streak from failures far apart.
alter table webhook_targets add column last_failed_at timestamptz;
