import type { Executor } from '../../src/db/client.ts';
import type { ManualClock } from './clocks.ts';

/**
 * Ages everything that depends on the database's clock, which tests cannot move: rate limits and tokens. Also advances
 * the process's clock, if given, so that the process keeps no reserved block of an expired window.
 */
export async function passTime(database: Executor, byMs: number, clock?: ManualClock): Promise<void> {
  const by = `interval '${byMs} milliseconds'`;
  await database.query(
    `update rate_windows set expires_at = expires_at - ${by},
       stamps = array(select stamp - ${by} from unnest(stamps) with ordinality as one (stamp, place) order by place)`,
  );
  await database.query(`update rate_counters set expires_at = expires_at - ${by}`);
  await database.query(
    `update tokens set created_at = created_at - ${by}, last_used_at = last_used_at - ${by},
       expires_at = expires_at - ${by}`,
  );
  clock?.advance(byMs);
}
