import { lockBalance } from '../../accounts/balance/charge.ts';
import { chargeMinute } from '../endings/end-call.ts';
import { isOver } from '../lifecycle/call-state.ts';
import { type ActiveCall, lockState } from '../lifecycle/call-store.ts';
import { minuteDueMs } from '../rules.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';

export const NO_BALANCE = 'The account balance is used up.';

/**
 * Charges every minute after the first as it begins, until `signal` aborts or this process no longer owns the call.
 * Never rejects: a failed charge is retried when the call ends.
 */
export async function payMinutes(
  deps: ActiveCallDeps,
  { call, beganMs, onUnpaid }: { call: ActiveCall; beganMs: number; onUnpaid(): void },
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
      if (!signal.aborted)
        log.warn(
          { error, call: call.id },
          'A call minute could not be charged; it will be charged when the call ends.',
        );
    }
  }
}

/** `lost`: another process has ended the call, so the minute never began. */
function payMinute(
  { database, prices, processId }: ActiveCallDeps,
  { id: callId, userId }: ActiveCall,
  minute: number,
): Promise<'paid' | 'unpaid' | 'lost'> {
  return database.transaction(async (transaction) => {
    // Lock order for all charges: accounts, then calls.
    await lockBalance(transaction, userId);
    const state = await lockState(transaction, { callId, heldBy: { processId } });
    if (state === null || isOver(state)) return 'lost';
    return chargeMinute(transaction, { userId, callId, minute, priceMicros: prices.callMinuteMicros });
  });
}
