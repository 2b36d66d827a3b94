-- The path of a URL may contain a secret, so alerts name the host of an endpoint only.
create or replace function alert_of_endpoint() returns trigger language plpgsql as $$
begin
  if new.disabled_at is not null then
    perform open_alert(new.user_id, 'endpoint_disabled', new.id::text, substring(new.url from '//([^/?#]+)'), null,
      case new.disabled_reason when 'gone' then 'The endpoint answered 410 Gone, so nothing is sent to it any more.'
        else 'Deliveries to the endpoint have failed for five days, so nothing is sent to it any more.' end);
  else
    perform resolve_alert(new.user_id, 'endpoint_disabled', new.id::text);
  end if;
  return null;
end $$;

update alerts set object_name = substring(object_name from '//([^/?#]+)')
where kind = 'endpoint_disabled' and object_name like 'http%://%';
