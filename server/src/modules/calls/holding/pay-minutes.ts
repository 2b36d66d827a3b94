import { lockBalance } from '../../accounts/actions.ts';
import { chargeMinute } from '../endings/end-call.ts';
import { isOver } from '../lifecycle/call-state.ts';
import { type HeldCall, lockState } from '../lifecycle/call-store.ts';
import { minuteDueMs } from '../rules.ts';
import type { HoldingDeps } from './holding-deps.ts';

export const NO_BALANCE = 'The balance of the account is spent.';

/**
 * Pays for every further minute of a call as it begins, until the signal is aborted or the call is not held here any
 * more. Never rejects: what cannot be charged now is charged with the call's end.
 */
export async function payMinutes(
  deps: HoldingDeps,
  { call, beganMs, onUnpaid }: { call: HeldCall; beganMs: number; onUnpaid(): void },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = deps;
  for (let minute = 2; !signal.aborted; minute += 1) {
    try {
      await clock.sleep(beganMs + minuteDueMs(minute) - clock.monotonicMs(), signal);
      const outcome = await payMinute(deps, call, minute);
      if (outcome === 'lost') return;
      if (outcome === 'unpaid') return onUnpaid();
    } catch (error) {
      if (!signal.aborted) log.warn({ error, call: call.id }, 'A minute of a call could not be charged yet.');
    }
  }
}

/** A minute of a call that others have ended meanwhile never began. */
function payMinute(
  { database, prices, processId }: HoldingDeps,
  { id: callId, userId }: HeldCall,
  minute: number,
): Promise<'paid' | 'unpaid' | 'lost'> {
  return database.transaction(async (transaction) => {
    // In the order of all money: the account, then the rest.
    await lockBalance(transaction, userId);
    const state = await lockState(transaction, { callId, heldBy: { processId } });
    if (state === null || isOver(state)) return 'lost';
    return chargeMinute(transaction, { userId, callId, minute, priceMicros: prices.callMinuteMicros });
  });
}
