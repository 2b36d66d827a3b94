import pg from 'pg';
import { CLAIMED_AT_ONCE, type ClaimerOrder } from './claim-order.ts';

/** Baseline: a bare table with one or two statements, a hundred rows at a time. */
export async function claimRows(
  { databaseUrl, contender }: ClaimerOrder,
  report: (done: number, tookMs: number | null) => void,
): Promise<() => Promise<void>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await pool.query('select 1');
  let ending: Promise<unknown> = Promise.resolve();
  return async () => {
    for (;;) {
      const from = performance.now();
      const { rows } = await pool.query<{ id: string }>({
        name: 'claim',
        text: `update bench_rows set state = 1 where id = any(array(
          select id from bench_rows where state = 0 order by id limit $1 for update skip locked)) returning id`,
        values: [CLAIMED_AT_ONCE],
      });
      if (rows.length === 0) return;
      const tookMs = performance.now() - from;
      if (contender === 'raw-claim') {
        report(rows.length, tookMs);
        continue;
      }
      await ending;
      ending = pool
        .query({
          name: 'end',
          text: 'update bench_rows set state = 2 where id = any($1)',
          values: [rows.map(({ id }) => id)],
        })
        .then(() => report(rows.length, tookMs));
    }
  };
}
