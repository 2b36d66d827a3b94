import { type Clock, systemClock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Executor } from '../../../db/client.ts';
import type { Notifier } from '../../../work/notifier.ts';
import type { CallChange } from '../lifecycle/call-state.ts';
import { CALL_CLAIMS } from '../lifecycle/call-store.ts';
import { storePendingHangUps } from '../lifecycle/pending-hang-ups.ts';
import { endCall } from './end-call.ts';
import { type EndBatchDeps, endCallBatch } from './end-call-batch.ts';

const REASONS: Record<AbandonedCall['kind'], string> = {
  dead: 'The process that handled the call ended unexpectedly.',
  unclaimed: 'No process was available to take the call.',
  unwanted: 'The call was canceled before it began.',
  unvisited: 'The browser did not connect to the web call in time.',
};

const CALLS_PER_BATCH = 100;

type SettlingDeps = Omit<EndBatchDeps, 'processId'> & {
  clock: Clock;
  log: Log;
  notifier: Pick<Notifier, 'notifyAll'>;
  /**
   * Host names and addresses of this installation in lower case. A SIP address with one of them may be an extension.
   */
  ownHosts: readonly string[];
};

interface Settled {
  /** Calls that still have to be ended one by one. */
  left: readonly AbandonedCall[];
  /** True if a carrier may still answer a hang-up, so that the calls are checked again soon. */
  isWaiting: boolean;
}

/**
 * Ends abandoned calls. Safe to run concurrently: each call is ended once.
 * @returns whether to run again soon
 */
export async function settleCalls(deps: SettlingDeps): Promise<boolean> {
  let isAnyWaiting = false;
  const abandoned = await findAbandoned(deps.database, deps.clock.now());
  const byHolder = Map.groupBy(abandoned, ({ processId }) => processId);
  for (const [processId, calls] of byHolder) {
    const { left, isWaiting } =
      processId === null ? { left: calls, isWaiting: false } : await endCallBatches(deps, processId, calls);
    isAnyWaiting ||= isWaiting;
    for (const call of left) {
      const about = { userId: call.userId, callId: call.id };
      const heldBy = processId === null ? 'nobody' : { processId };
      // Repeated, because the batch may have failed; duplicates have no effect.
      if (processId !== null) await storePendingHangUps(deps, { processId, callIds: [call.id] });
      await endCall(deps, { ...about, heldBy }, changeOf(call));
    }
    if (processId !== null && !isWaiting)
      deps.log.warn({ calls: calls.length }, 'Calls of a dead process were ended.');
  }
  return isAnyWaiting;
}

/** Ends calls in batches, so that their slots become free soon. */
async function endCallBatches(
  deps: SettlingDeps,
  processId: string,
  calls: readonly AbandonedCall[],
): Promise<Settled> {
  const left: AbandonedCall[] = [];
  let isWaiting = false;
  for (let at = 0; at < calls.length; at += CALLS_PER_BATCH) {
    const some = calls.slice(at, at + CALLS_PER_BATCH);
    let over = some;
    try {
      const callIds = some.map(({ id }) => id);
      await storePendingHangUps(deps, { processId, callIds });
      const waiting = await awaitPendingHangUps(deps, callIds);
      over = some.filter(({ id }) => !waiting.has(id));
      isWaiting ||= waiting.size > 0;
      if (over.length === 0) continue;
      const ends = over.map((call) => ({
        callId: call.id,
        change: changeOf(call),
        answeredBy: null,
        failureCode: null,
      }));
      const toBePaid = await endCallBatch({ ...deps, processId }, ends);
      left.push(...over.filter(({ id }) => toBePaid.has(id)));
    } catch (error) {
      deps.log.warn(
        { error },
        'Calls of a dead process could not be ended in a batch; ending them one by one.',
      );
      left.push(...over);
    }
  }
  return { left, isWaiting };
}

function changeOf({ kind, seenAt }: AbandonedCall): CallChange {
  const cause = kind === 'dead' || kind === 'unclaimed' ? 'process' : 'account';
  return { type: 'broke', at: seenAt, reason: REASONS[kind], cause };
}

/** Maximum wait for all answers together; a carrier answers a BYE in milliseconds. */
const LONGEST_MS = 400;
const POLL_MS = 10;
/** Age at which a hang-up is no longer awaited. Allows for retransmissions; later answers are not expected. */
const MAX_WAIT_SECONDS = 10;

/**
 * Notifies processes that can send the pending hang-ups of a dead process's calls, and waits briefly for the answers.
 * While the carrier may still hold a call, its slot must not be reused.
 * @returns ids of calls whose carrier may still answer; keep their slots until the next check
 */
export async function awaitPendingHangUps(
  { database, notifier }: { database: Pick<Executor, 'query'>; notifier: Pick<Notifier, 'notifyAll'> },
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  let pending = await findPending(database, callIds);
  if (pending.size === 0) return pending;
  notifier.notifyAll('calls');
  for (let waitedMs = 0; waitedMs < LONGEST_MS && pending.size > 0; waitedMs += POLL_MS) {
    // Uses the system clock, because other processes send the hang-ups in real time.
    await systemClock.sleep(POLL_MS);

    pending = await findPending(database, callIds);
  }
  return pending;
}

async function findPending(
  database: Pick<Executor, 'query'>,
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ id: number }>(
    `select distinct call_id as id from owed_farewells
     where call_id = any($1) and settled_at is null and owed_at > clock_timestamp() - make_interval(secs => ${MAX_WAIT_SECONDS})`,
    [callIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * - `dead`: its process died
 * - `unclaimed`: no process claimed it in time
 * - `unwanted`: its end was requested before a process claimed it
 * - `unvisited`: the browser did not connect in time
 */
type AbandonedKind = 'dead' | 'unclaimed' | 'unwanted' | 'unvisited';

interface AbandonedCall {
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
function findAbandoned(database: Executor, now: Date): Promise<AbandonedCall[]> {
  return database.query<AbandonedCall>(
    `select id, user_id as "userId", process_id as "processId",
       case when kind = 'dead' then seen_at else clock_timestamp() end as "seenAt", kind
     from (
       select id, user_id, process_id, seen_at, case
         when process_id is not null then
           case when ${CALL_CLAIMS.isAbandoned()} and (status <> 'scheduled' or hang_up_at is not null) then 'dead' end
         when hang_up_at is not null then 'unwanted'
         when media_expires_at is not null then case when media_expires_at < $1 then 'unvisited' end
         when status = 'initiated' and initiated_at < clock_timestamp() - make_interval(secs => ${CLAIM_SECONDS}) then 'unclaimed' end as kind
       from calls where ended_at is null) as live
     where kind is not null order by id limit 500`,
    [now],
  );
}
