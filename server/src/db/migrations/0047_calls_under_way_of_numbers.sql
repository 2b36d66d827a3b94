-- Campaigns do not call numbers with which the account already has a call.
create index calls_live_of_client on calls (user_id, client_phone_number) where ended_at is null;
