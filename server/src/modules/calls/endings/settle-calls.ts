import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { CallChange } from '../lifecycle/call-state.ts';
import { type ForsakenCall, findForsaken } from '../lifecycle/forsaken-calls.ts';
import { awaitPendingHangUps } from './await-hang-ups.ts';
import { endCall } from './end-call.ts';
import { endTogether, type TogetherDeps } from './end-calls-together.ts';
import { storePendingHangUps } from './pending-hang-ups.ts';
import { undoClaims } from './undo-claims.ts';

const REASONS: Record<ForsakenCall['kind'], string> = {
  dead: 'The process that held the call ended unexpectedly.',
  unclaimed: 'No process could take the call.',
  unwanted: 'The call was given up before it began.',
  unvisited: 'Nobody came to the web call in time.',
};

/** Calls of a dead process that one transaction ends. */
const TOGETHER = 100;

type SettlingDeps = Omit<TogetherDeps, 'processId'> & {
  clock: Clock;
  log: Log;
  /** Names and addresses of this installation, in lower case: a SIP address there may be an extension. */
  ownHosts: readonly string[];
};

/** Of calls that nobody will go on with. */
interface Settled {
  /** Those that are still to be ended one by one. */
  left: readonly ForsakenCall[];
  /** The carrier of some may still answer: another look is to be taken soon. */
  isHeld: boolean;
}

/**
 * Ends calls that nobody will go on with. Several may run at once: each call is ended by one.
 * @returns whether another look is to be taken soon
 */
export async function settleCalls(deps: SettlingDeps): Promise<boolean> {
  let isAnyHeld = false;
  const forsaken = await findForsaken(deps.database, deps.clock.now());
  const byHolder = Map.groupBy(forsaken, ({ processId }) => processId);
  for (const [processId, calls] of byHolder) {
    const { left, isHeld } =
      processId === null ? { left: calls, isHeld: false } : await settleOf(deps, processId, calls);
    isAnyHeld ||= isHeld;
    for (const call of left) {
      const about = { userId: call.userId, callId: call.id };
      const heldBy = processId === null ? 'nobody' : { processId };
      // Once more, where those of all could not be stored: said twice they do no harm.
      if (processId !== null) await storePendingHangUps(deps, { processId, callIds: [call.id] });
      await endCall(deps, { ...about, heldBy }, changeOf(call));
    }
    if (processId !== null && !isHeld)
      deps.log.warn({ calls: calls.length }, 'Calls of a dead process were ended.');
  }
  return isAnyHeld;
}

/** Calls of a dead process that nobody was called for are undone, the others ended. @returns as `endTogetherOf` */
async function settleOf(
  deps: SettlingDeps,
  processId: string,
  calls: readonly ForsakenCall[],
): Promise<Settled> {
  const callIds = calls.flatMap(({ id, isClaimedAhead }) => (isClaimedAhead ? [id] : []));
  const undone = callIds.length === 0 ? new Set() : await undoClaims(deps, { processId, callIds });
  const dialled = calls.filter(({ id }) => !undone.has(id));
  return endTogetherOf(deps, processId, dialled);
}

/** Ends the calls of a dead process, many at once: whoever waits for their places is not to wait for each of them. */
async function endTogetherOf(
  deps: SettlingDeps,
  processId: string,
  calls: readonly ForsakenCall[],
): Promise<Settled> {
  const left: ForsakenCall[] = [];
  let isHeld = false;
  for (let at = 0; at < calls.length; at += TOGETHER) {
    const some = calls.slice(at, at + TOGETHER);
    let over = some;
    try {
      const callIds = some.map(({ id }) => id);
      await storePendingHangUps(deps, { processId, callIds });
      const held = await awaitPendingHangUps(deps.database, callIds);
      over = some.filter(({ id }) => !held.has(id));
      isHeld ||= held.size > 0;
      if (over.length === 0) continue;
      const ends = over.map((call) => ({
        ...{ callId: call.id, change: changeOf(call), answeredBy: null, failureCode: null },
      }));
      const toBePaid = await endTogether({ ...deps, processId }, ends);
      left.push(...over.filter(({ id }) => toBePaid.has(id)));
    } catch (error) {
      deps.log.warn(
        { error },
        'Calls of a dead process could not be ended together; ending them one by one.',
      );
      left.push(...over);
    }
  }
  return { left, isHeld };
}

function changeOf({ kind, seenAt }: ForsakenCall): CallChange {
  const cause = kind === 'dead' || kind === 'unclaimed' ? 'process' : 'account';
  return { type: 'broke', at: seenAt, reason: REASONS[kind], cause };
}
