import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CLAIMED_AT_ONCE, type ClaimerOrder } from './claim-order.ts';

/**
 * Baseline: the product's tables with all indexes and references, in two statements without any rule: no limits, hours,
 * balance, rate, blacklist, fairness or outcomes.
 */
export async function claimTables(
  { databaseUrl }: ClaimerOrder,
  report: (done: number, tookMs: number | null) => void,
): Promise<() => Promise<void>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await pool.query('select 1');
  const processId = randomUUID();
  let ending: Promise<unknown> = Promise.resolve();
  return async () => {
    for (;;) {
      const from = performance.now();
      const { rows } = await pool.query<{ id: string }>({
        name: 'claim',
        text: CLAIM,
        values: [CLAIMED_AT_ONCE, processId],
      });
      if (rows.length === 0) return;
      const tookMs = performance.now() - from;
      await ending;
      ending = pool
        .query({ name: 'end', text: END, values: [rows.map(({ id }) => id)] })
        .then(() => report(rows.length, tookMs));
    }
  };
}

const CLAIM = `
  with picked as (
    select id, user_id, campaign_id, phone_number, variables from leads
    where due_at is not null and due_at <= now() order by campaign_id, zone_key, due_at, id limit $1 for update skip locked),
  begun as (
    insert into calls (user_id, assistant_id, type, campaign_id, lead_id, phone_number_id, number_provider, assistant_phone_number,
      client_phone_number, variables, given_variables, ringing_time_ms, process_id, initiated_at)
    select picked.user_id, campaigns.assistant_id, 'outbound', campaign_id, picked.id, number.id, number.provider, number.phone_number,
      picked.phone_number, picked.variables, '{}', 30000, $2, now()
    from picked join campaigns on campaigns.id = picked.campaign_id
    cross join (select id, provider, phone_number from phone_numbers order by id limit 1) as number
    returning id, lead_id)
  update leads set status = 'processing', due_at = null, call_id = begun.id, call_tries = call_tries + 1, updated_at = now()
  from begun where leads.id = begun.lead_id returning begun.id`;

const END = `
  with over as (
    update calls set status = 'busy', ended_at = now(), end_reason = 'The number is busy.', failure_code = '486', evaluation = '[]',
      recorded_at = now(), process_id = null, seen_at = now(), updated_at = now()
    where id = any($1) returning lead_id)
  update leads set status = 'reached-max-retries', last_outcome = 'busy', call_id = null, updated_at = now()
  from over where leads.id = over.lead_id`;
