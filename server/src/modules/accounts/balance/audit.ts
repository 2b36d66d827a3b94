import type { Executor } from '../../../db/client.ts';

export interface Audit {
  accounts: number;
  /** Email addresses of accounts whose ledger does not add up to their balance; at most ten. */
  unexplained: string[];
}

/** Compares the ledger of every account with its balance, in one snapshot. */
export async function auditBalances(database: Pick<Executor, 'query'>): Promise<Audit> {
  const [row] = await database.query<Audit>(
    `with sums as (select user_id, sum(amount_micros) as micros from charges group by user_id),
     wrong as (
       select email from users left join sums on sums.user_id = users.id
       where balance_micros <> -coalesce(micros, 0) order by users.id limit 10)
     select (select count(*)::int from users) as accounts,
       coalesce((select array_agg(email) from wrong), '{}') as unexplained`,
  );
  return row ?? { accounts: 0, unexplained: [] };
}
