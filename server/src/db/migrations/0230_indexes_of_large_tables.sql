-- concurrently
create index if not exists conversations_signed_visitor on conversations (assistant_id, customer_identifier)
  where type = 'widget' and customer_identifier is not null;

create index if not exists calls_live_of_visitors on calls (assistant_id)
  where visitor_reserve_micros is not null and ended_at is null;

-- Counts and views read the conversations that are not closed, not those of all years.
create index if not exists conversations_of_people on conversations (user_id, assigned_person_id)
  where inbox_status in ('open', 'snoozed')
    and (not ai_enabled or waiting_since is not null or assigned_person_id is not null);
create index if not exists conversations_inbox_status on conversations (user_id, inbox_status);
create index if not exists conversations_tagged on conversations (user_id, id desc) where tags <> '{}';
