import { chargeMinute } from '../endings/end-call.ts';
import type { HeldCall } from '../lifecycle/call-store.ts';
import { minuteDueMs } from '../rules.ts';
import type { HoldingParts } from './holding-parts.ts';

export const NO_BALANCE = 'The balance of the account is spent.';

/**
 * Pays for every further minute of a call as it begins, until the signal is aborted. Never rejects: what cannot be
 * charged now is charged with the call's end.
 */
export async function payMinutes(
  parts: HoldingParts,
  { call, onUnpaid }: { call: HeldCall; onUnpaid(): void },
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, log, prices } = parts;
  const beganMs = clock.monotonicMs();
  for (let minute = 2; !signal.aborted; minute += 1) {
    try {
      await clock.sleep(beganMs + minuteDueMs(minute) - clock.monotonicMs(), signal);
      const due = { userId: call.userId, callId: call.id, minute, priceMicros: prices.callMinuteMicros };
      const outcome = await database.transaction((transaction) => chargeMinute(transaction, due));
      if (outcome === 'unpaid') return onUnpaid();
    } catch (error) {
      if (!signal.aborted) log.warn({ error, call: call.id }, 'A minute of a call could not be charged yet.');
    }
  }
}
