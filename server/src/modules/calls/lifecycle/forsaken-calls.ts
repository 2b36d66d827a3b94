import type { Executor } from '../../../db/client.ts';

/**
 * - `dead`: its process is
 * - `unclaimed`: nobody took it in time
 * - `unwanted`: its end was asked for while nobody held it
 * - `unvisited`: the browser did not come in time
 */
type ForsakenKind = 'dead' | 'unclaimed' | 'unwanted' | 'unvisited';

export interface ForsakenCall {
  id: number;
  userId: number;
  /** Of its holder; null: nobody held it. */
  processId: string | null;
  /** When its holder was last alive. */
  seenAt: Date;
  kind: ForsakenKind;
  /** It was claimed ahead, and nobody was called. */
  isClaimedAhead: boolean;
}

/** How long an outbound call may wait for a process that dials it. */
const CLAIM_SECONDS = 60;

/** Calls that nobody will go on with, oldest first. */
export function findForsaken(database: Executor, now: Date): Promise<ForsakenCall[]> {
  return database.query<ForsakenCall>(
    `select id, user_id as "userId", process_id as "processId",
       case when kind = 'dead' then seen_at else clock_timestamp() end as "seenAt", kind,
       claimed_from is not null as "isClaimedAhead"
     from (
       select id, user_id, process_id, seen_at, claimed_from, case
         when process_id is not null then case when not is_process_alive(process_id) then 'dead' end
         when hang_up_at is not null then 'unwanted'
         when media_expires_at is not null then case when media_expires_at < $1 then 'unvisited' end
         when created_at < clock_timestamp() - make_interval(secs => ${CLAIM_SECONDS}) then 'unclaimed' end as kind
       from calls where ended_at is null) as live
     where kind is not null order by id limit 500`,
    [now],
  );
}
