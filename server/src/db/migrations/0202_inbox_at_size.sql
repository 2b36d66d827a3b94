-- Counts and views read the conversations that are not closed, not those of all years.
drop index if exists conversations_of_people;
create index conversations_of_people on conversations (user_id, assigned_person_id)
  where inbox_status in ('open', 'snoozed')
    and (not ai_enabled or waiting_since is not null or assigned_person_id is not null);
create index conversations_inbox_status on conversations (user_id, inbox_status);
create index conversations_tagged on conversations (user_id, id desc) where tags <> '{}';
