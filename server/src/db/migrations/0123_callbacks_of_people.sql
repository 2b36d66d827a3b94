-- Campaigns look for callbacks to the person of every due lead.
create index calls_callbacks_of_client on calls (user_id, client_phone_number) where is_callback;
