-- Sessions that lack a required second factor end their streams and web calls, like sessions that are over.
create function end_without_second_factor(account bigint) returns void language plpgsql as $$
begin
  perform pg_notify('parley_changes', account || ' api_keys')
  where exists (
    select from watched_accounts as watched
    where watched.user_id = account and watched.until > clock_timestamp());
  update calls set hang_up_at = coalesce(hang_up_at, clock_timestamp())
  from tokens
  where calls.user_id = account and calls.session_id = tokens.id and calls.ended_at is null
    and tokens.user_id = account and not tokens.is_provider_login and not exists (
      select from second_factors where second_factors.person_id = tokens.person_id and confirmed_at is not null);
end $$;

create function end_when_required() returns trigger language plpgsql as $$
begin
  perform end_without_second_factor(new.id);
  return null;
end $$;
create trigger end_when_required after update of requires_second_factor on users
  for each row when (new.requires_second_factor and not old.requires_second_factor)
  execute function end_when_required();

create function end_when_turned_off() returns trigger language plpgsql as $$
begin
  perform end_without_second_factor(users.id)
  from memberships join users on users.id = memberships.user_id
  where memberships.person_id = old.person_id and users.requires_second_factor;
  return null;
end $$;
create trigger end_when_turned_off after delete on second_factors
  for each row when (old.confirmed_at is not null) execute function end_when_turned_off();
