import type { Executor } from '../../src/db/client.ts';

/**
 * Lists accounts, conversations and calls whose amounts do not match their ledger rows, and negative balances. Tests
 * expect an empty list.
 */
export async function unexplainedMoney(database: Executor): Promise<string[]> {
  const rows = await database.query<{ what: string }>(
    `select 'balance of ' || id as what from users where balance_micros < 0 or balance_micros <>
       -coalesce((select sum(amount_micros) from charges where charges.user_id = users.id), 0)
     union all
     select 'cost of ' || uuid from conversations where cost_micros <> coalesce((
       select sum(amount_micros) from charges where conversation_id = conversations.id), 0)
     union all
     select 'cost of call ' || id from calls where cost_micros <> coalesce((
       select sum(amount_micros) from charges where call_id = calls.id), 0)
     union all
     select 'repeated ' || reference from charges where reference is not null
     group by user_id, reference, kind having count(*) > 1`,
  );
  return rows.map(({ what }) => what);
}
