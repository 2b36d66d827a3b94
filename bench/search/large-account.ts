import type pg from 'pg';

/** Common table expression with the demo's owner. */
const OWNER = `with one as (
  select assistants.user_id, assistants.id as assistant_id from assistants join users on users.id = assistants.user_id
  where users.is_owner order by assistants.id limit 1)`;

/** Name, number and time of row number `n`, newest last. */
const ROWS = `one, generate_series(1, $1::int) n, lateral (select
  (array['Ana', 'Ion', 'Maria', 'John', 'Ada', 'Grace'])[1 + n % 6] || ' ' ||
  (array['Popescu', 'Miller', 'Smith', 'Ionescu', 'Brown'])[1 + n % 5] || ' ' || n as name,
  '+4072' || lpad((n * 37 % 10000000)::text, 7, '0') as number,
  now() - ($1 - n) * interval '1 minute' as at) as made`;

const STATEMENTS = [
  `${OWNER} insert into conversations
     (user_id, assistant_id, type, customer_identifier, customer_name, created_at, updated_at, active_at)
   select user_id, assistant_id, 'api', 'customer ' || n, name, at, at, at from ${ROWS}`,
  `${OWNER} insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
     created_at, ended_at, end_reason, recorded_at, evaluation)
   select user_id, assistant_id, 'outbound', 'no-answer', number, 30000, '{}', at, at, 'Nobody answered.', at, '[]'
   from ${ROWS}`,
  `${OWNER}, campaign as (
     select campaigns.id from campaigns join one using (user_id) order by campaigns.id limit 1),
   many as (
     insert into leads (user_id, campaign_id, phone_number, variables, zone_key, status, created_at)
     select user_id, campaign.id, number,
       json_build_object('name', name, 'city', 'Cluj-Napoca', 'order', 'A-' || n), 'ro', 'completed', at
     from campaign, ${ROWS} returning id, user_id, phone_number)
   insert into lead_contacts (user_id, lead_id, position, phone_number, variables, zone_key, status)
   select user_id, id, 1, replace(phone_number, '+4072', '+4073'), '{"name": "Elsewhere"}', 'ro', 'completed' from many`,
  `${OWNER} insert into sms_messages (user_id, direction, provider, from_number, to_number, body, state, created_at)
   select user_id, 'inbound', 'sandbox', number, '+12025550100', 'Hello, this is ' || name || '. When do you open?',
     'received', at from ${ROWS}`,
  `${OWNER} insert into blacklisted_numbers (user_id, phone_number, source, created_at)
   select user_id, number, 'request', at from ${ROWS} on conflict do nothing`,
  `${OWNER}, target as (
     insert into webhook_targets (user_id, url) select user_id, 'https://shop.example/hook' from one returning id)
   insert into webhook_deliveries
     (id, user_id, target_id, event, subject_id, payload, status, next_attempt_at, created_at, finished_at)
   select 'msg_' || lpad(to_hex(n), 32, '0'), user_id, target.id, 'call.ended', n::text, '{}', 'delivered', at, at, at
   from target, ${ROWS}`,
];

/** Fills the owner's account with rows of every kind that grows with use. */
export async function fillAccount(client: pg.Client, count: number): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement, [count]);
  await client.query('vacuum analyze');
}
