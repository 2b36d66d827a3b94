import type { Prices } from '../../../core/prices.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { charge, lockBalance } from '../../accounts/balance/charge.ts';
import { refundCalls } from '../../accounts/balance/refund-calls.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';
import { enqueueEvaluations } from '../jobs.ts';
import {
  type CallChange,
  type CallState,
  hasBegun,
  isCutOffByUs,
  transition,
} from '../lifecycle/call-state.ts';
import { causeOf, lockState, type OwnedCall, storeState } from '../lifecycle/call-store.ts';
import { storeLeftToolCalls } from '../lifecycle/tool-calls.ts';
import { begunMinutes, minuteReference } from '../rules.ts';
import type { CallCampaigns } from './call-campaigns.ts';
import { orderCarrierCosts } from './carrier-cost.ts';
import { recordOptOuts } from './record-opt-outs.ts';

export interface EndingDeps {
  database: Database;
  prices: Prices;
  /** Providers that report the cost of a call some time after it. */
  pricedCarriers: readonly string[];
  campaigns: CallCampaigns;
  blacklist: Pick<BlacklistDependencies, 'onEntered'>;
}

/**
 * Ends a call once, in one transaction: charges unpaid minutes (or refunds a call that we cut off), stores the final
 * state, and enqueues evaluation and carrier cost. Resolves with false if it has ended or belongs to another process.
 */
export function endCall(
  { database, prices, campaigns, blacklist, pricedCarriers }: EndingDeps,
  about: OwnedCall & { userId: number },
  change: CallChange,
): Promise<boolean> {
  const { userId, callId } = about;
  return database.transaction(async (transaction) => {
    // Lock order for all charges: accounts, then calls.
    await lockBalance(transaction, userId);
    const state = await lockState(transaction, about);
    if (state === null) return false;
    const next = transition(state, change);
    if (next === state || !('endedAt' in next)) return false;
    const priceMicros = prices.callMinuteMicros;
    if (isCutOffByUs(change)) await refundCalls(transaction, { callIds: [callId], reason: next.reason });
    else if (hasBegun(state)) await payMinutes(transaction, { userId, callId, state: next, priceMicros });
    await storeLeftToolCalls(transaction, [callId]);
    const leadId = await storeState(transaction, callId, { state: next, cause: causeOf(change) });
    const isAnswered = 'answeredAt' in next && next.answeredAt !== null;
    if (isAnswered) await recordOptOuts(blacklist, transaction, [callId]);
    if (leadId !== null) await campaigns.callsEnded(transaction, [callId]);
    if (state.status === 'scheduled') await campaigns.scheduledCallEnded(transaction, callId);
    await enqueueEvaluations(transaction, [{ userId, callId }]);
    await orderCarrierCosts(transaction, [callId], pricedCarriers);
    return true;
  });
}

/** Charges unpaid minutes. Those that the balance does not cover stay unpaid. */
async function payMinutes(
  transaction: Executor,
  about: { userId: number; callId: number; state: CallState & { endedAt: Date }; priceMicros: number },
): Promise<void> {
  const { userId, callId, state, priceMicros } = about;
  const answeredAt = 'answeredAt' in state ? state.answeredAt : null;
  if (answeredAt === null) return;
  const paid = await transaction.query<{ reference: string }>(
    `select reference from charges where user_id = $1 and call_id = $2 and kind = 'call_minute'`,
    [userId, callId],
  );
  const known = new Set(paid.map(({ reference }) => reference));
  const minutes = begunMinutes(state.endedAt.getTime() - answeredAt.getTime());
  for (let minute = 1; minute <= minutes; minute += 1) {
    if (known.has(minuteReference(callId, minute))) continue;
    if ((await chargeMinute(transaction, { userId, callId, minute, priceMicros })) === 'unpaid') return;
  }
}

/** Charges a minute, unless it was charged before. Call it before locking the call. */
export async function chargeMinute(
  transaction: Executor,
  about: { userId: number; callId: number; minute: number; priceMicros: number },
): Promise<'paid' | 'unpaid'> {
  const { userId, callId, minute } = about;
  const outcome = await charge(transaction, {
    userId,
    callId,
    kind: 'call_minute',
    amountMicros: about.priceMicros,
    conversationId: null,
    reference: minuteReference(callId, minute),
    note: `Minute ${minute} of call ${callId}.`,
  });
  return outcome === 'unpaid' ? 'unpaid' : 'paid';
}
