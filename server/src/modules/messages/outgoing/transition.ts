import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';

/** Delivery state of a message to a customer. */
export interface DeliveryStatus {
  state: DeliveryState;
  /** True if it is unknown whether the carrier accepted the message; `failed` until a report says otherwise. */
  isUnknown: boolean;
}

/** Effect on the charge: `give-back` refunds it, `take` charges again what was refunded too early. */
export type MoneyMove = 'keep' | 'give-back' | 'take';

export interface Change {
  state: DeliveryState;
  money: MoneyMove;
}

const NEXT: Record<DeliveryState, readonly DeliveryState[]> = {
  queued: ['sent', 'delivered', 'read', 'failed', 'undelivered'],
  // States may be skipped: a message read immediately is never reported as delivered.
  sent: ['delivered', 'read', 'failed', 'undelivered'],
  delivered: ['read'],
  read: [],
  failed: [],
  undelivered: [],
};

/**
 * The effect of a carrier's report; null if it is late or repeated. States only move forward. A message that never left
 * the carrier (`failed`) is refunded; one that was transmitted but not delivered (`undelivered`) is not.
 */
export function transition(status: DeliveryStatus, reported: DeliveryState): Change | null {
  if (status.isUnknown) return settleUnknown(reported);
  if (!NEXT[status.state].includes(reported)) return null;
  return { state: reported, money: reported === 'failed' ? 'give-back' : 'keep' };
}

/**
 * The message was refunded when its state became unknown. It is charged again if a report shows that the carrier
 * accepted it.
 */
function settleUnknown(reported: DeliveryState): Change {
  return { state: reported, money: reported === 'failed' ? 'keep' : 'take' };
}

const STATES: readonly DeliveryState[] = ['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'];

/** States from which a report moves a message without changing its charge. */
export function movesFrom(reported: DeliveryState): DeliveryState[] {
  return STATES.filter((state) => transition({ state, isUnknown: false }, reported)?.money === 'keep');
}
