import { type ActiveCall, claimDials, countDials } from '../lifecycle/call-store.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';

const MAX_DIALS_PER_CLAIM = 20;

/** Claims waiting outbound calls within the free capacity and runs them with `dial`. */
export async function takeDials(
  deps: Pick<ActiveCallDeps, 'processId' | 'calls'> & { database: Pick<ActiveCallDeps['database'], 'query'> },
  dial: (call: ActiveCall, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { database, processId, calls } = deps;
  // Count first: while unneeded slots are reserved, inbound calls would be refused.
  const slots = calls.reserve(await countDials(database, MAX_DIALS_PER_CLAIM));
  if (slots === 0) return;
  let taken: ActiveCall[] = [];
  try {
    taken = await claimDials(database, { processId, limit: slots });
  } finally {
    calls.release(slots - taken.length);
  }
  for (const call of taken) calls.run(call.id, (signal) => dial(call, signal));
  if (taken.length === MAX_DIALS_PER_CLAIM) await takeDials(deps, dial);
}
