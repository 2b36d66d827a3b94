-- A campaign calls nobody with whom the account talks already, whoever began that call.
create index calls_live_of_client on calls (user_id, client_phone_number) where ended_at is null;
