-- Time of the request whose templates or failure are stored; answers to earlier requests are ignored.
alter table senders add column templates_asked_at timestamptz;
