import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';

/** Where a message to a customer stands. */
export interface Standing {
  state: DeliveryState;
  /** The carrier may have taken it and nobody knows: `failed` until a report says otherwise. */
  isUnsure: boolean;
}

/** What a report means for the money: `give-back` what was paid, or `take` what was given back too early. */
export type MoneyMove = 'keep' | 'give-back' | 'take';

export interface Change {
  state: DeliveryState;
  money: MoneyMove;
}

const NEXT: Record<DeliveryState, readonly DeliveryState[]> = {
  queued: ['sent', 'delivered', 'read', 'failed', 'undelivered'],
  // States may be skipped: a message that is read at once is never reported as delivered.
  sent: ['delivered', 'read', 'failed', 'undelivered'],
  delivered: ['read'],
  read: [],
  failed: [],
  undelivered: [],
};

/**
 * What becomes of a message when a carrier reports on it; null: nothing, the report is late or repeated.
 * States only move forward. A message that never left the carrier (`failed`) is given back; one that it carried
 * in vain (`undelivered`) has cost what it costs.
 */
export function transition(standing: Standing, reported: DeliveryState): Change | null {
  if (standing.isUnsure) return settleUnsure(reported);
  if (!NEXT[standing.state].includes(reported)) return null;
  return { state: reported, money: reported === 'failed' ? 'give-back' : 'keep' };
}

/** Given back when it became unsure: whatever shows that the carrier has taken it is paid after all. */
function settleUnsure(reported: DeliveryState): Change {
  return { state: reported, money: reported === 'failed' ? 'keep' : 'take' };
}

const STATES: readonly DeliveryState[] = ['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'];

/** From where a report moves a message on without a question of money. */
export function movesFrom(reported: DeliveryState): DeliveryState[] {
  return STATES.filter((state) => transition({ state, isUnsure: false }, reported)?.money === 'keep');
}
