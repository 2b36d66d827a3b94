import { claimDials, countDials, type HeldCall } from '../lifecycle/call-store.ts';
import type { HoldingDeps } from './holding-deps.ts';

const DIALS_AT_ONCE = 20;

/** Takes calls that wait to be dialled, as many as there is room for, and holds them while `dial` works. */
export async function takeDials(
  deps: Pick<HoldingDeps, 'processId' | 'calls'> & { database: Pick<HoldingDeps['database'], 'query'> },
  dial: (call: HeldCall, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { database, processId, calls } = deps;
  // Counted first: places that are kept for nothing would turn calls away that come in meanwhile.
  const places = calls.reserve(await countDials(database, DIALS_AT_ONCE));
  if (places === 0) return;
  let taken: HeldCall[] = [];
  try {
    taken = await claimDials(database, { processId, limit: places });
  } finally {
    calls.giveBack(places - taken.length);
  }
  for (const call of taken) calls.hold(call.id, (signal) => dial(call, signal));
  if (taken.length === DIALS_AT_ONCE) await takeDials(deps, dial);
}
