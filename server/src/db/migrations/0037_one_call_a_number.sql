-- Campaigns of an account call a number once at a time, even if several leads have it, so that nobody who asks not to
-- be called is called again before the first call has ended. Calls started by request are exempt.
create unique index calls_live_of_number on calls (user_id, client_phone_number)
  where campaign_id is not null and ended_at is null;
