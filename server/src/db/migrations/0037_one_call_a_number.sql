-- Campaigns of an account call a telephone once at a time, whoever else has it in a list: whoever says there "do not call me" is
-- not being called a second time meanwhile. Calls that somebody asks for are their own affair.
create unique index calls_live_of_number on calls (user_id, client_phone_number)
  where campaign_id is not null and ended_at is null;
