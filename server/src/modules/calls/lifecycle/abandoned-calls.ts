import type { Executor } from '../../../db/client.ts';
import { CALL_CLAIMS } from './call-store.ts';

/**
 * - `dead`: its process died
 * - `unclaimed`: no process claimed it in time
 * - `unwanted`: its end was requested before a process claimed it
 * - `unvisited`: the browser did not connect in time
 */
type AbandonedKind = 'dead' | 'unclaimed' | 'unwanted' | 'unvisited';

export interface AbandonedCall {
  id: number;
  userId: number;
  /** Its process; null if no process has claimed it. */
  processId: string | null;
  /** Last heartbeat of its process; now if no process died. */
  seenAt: Date;
  kind: AbandonedKind;
}

/** How long an outbound call waits for a process to dial it. */
const CLAIM_SECONDS = 60;

/** Abandoned calls, oldest first. */
export function findAbandoned(database: Executor, now: Date): Promise<AbandonedCall[]> {
  return database.query<AbandonedCall>(
    `select id, user_id as "userId", process_id as "processId",
       case when kind = 'dead' then seen_at else clock_timestamp() end as "seenAt", kind
     from (
       select id, user_id, process_id, seen_at, case
         when process_id is not null then case when ${CALL_CLAIMS.isAbandoned()} then 'dead' end
         when hang_up_at is not null then 'unwanted'
         when media_expires_at is not null then case when media_expires_at < $1 then 'unvisited' end
         when created_at < clock_timestamp() - make_interval(secs => ${CLAIM_SECONDS}) then 'unclaimed' end as kind
       from calls where ended_at is null) as live
     where kind is not null order by id limit 500`,
    [now],
  );
}
