-- Accounts whose changes are followed, with the listening process. A process renews its rows; those of a dead process
-- expire. Unlogged: after a crash every process writes its rows again.
create unlogged table watched_accounts (
  user_id bigint not null references users on delete cascade,
  process_id uuid not null,
  until timestamptz not null,
  primary key (user_id, process_id)
);

-- Notifies only for watched accounts, because commits that notify are serialized.
create function tell_watchers() returns trigger language plpgsql as $$
begin
  if exists (select from watched_accounts) then
    perform pg_notify('parley_changes', touched.user_id || ' ' || tg_argv[0])
    from (select distinct user_id from changed) as touched
    where exists (
      select from watched_accounts as watched
      where watched.user_id = touched.user_id and watched.until > clock_timestamp());
  end if;
  return null;
end
$$;

-- Once per statement. A trigger with transition tables handles only one kind of statement.
do $$
declare
  watched record;
begin
  for watched in
    select relation, topic, event
    from (values
      ('assistants', 'assistants'),
      ('knowledgebases', 'knowledge'), ('documents', 'knowledge'),
      ('tools', 'tools'),
      ('phone_numbers', 'numbers'), ('sip_trunks', 'numbers'), ('sip_bindings', 'numbers'),
      ('senders', 'senders'),
      ('templates', 'templates'),
      ('conversations', 'conversations'), ('conversation_ends', 'conversations'),
      ('messages', 'messages'), ('channel_messages', 'messages'), ('received_messages', 'messages'),
      ('attachments', 'messages'),
      ('calls', 'calls'), ('call_transcript', 'calls'), ('call_events', 'calls'),
      ('campaigns', 'campaigns'),
      ('leads', 'leads'), ('lead_contacts', 'leads'),
      ('sms_messages', 'sms'),
      ('webhook_targets', 'webhooks'), ('webhook_deliveries', 'webhooks'), ('webhook_secrets', 'webhooks'),
      ('charges', 'balance'),
      ('tokens', 'api_keys'),
      ('blacklisted_numbers', 'blacklist')
    ) as watched (relation, topic)
    cross join (values ('insert'), ('update'), ('delete')) as events (event)
    -- Every use of a token updates it, which no page shows.
    where not (relation = 'tokens' and event = 'update')
  loop
    execute format(
      'create trigger tell_watchers_of_%1$s after %1$s on %2$I referencing %3$s table as changed
       for each statement execute function tell_watchers(%4$L)',
      watched.event, watched.relation, case watched.event when 'delete' then 'old' else 'new' end, watched.topic);
  end loop;
end
$$;
