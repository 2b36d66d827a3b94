import type { UnansweredReason } from '../inbound/inbound-store.ts';
import type { Hindrance } from '../outgoing/send-message.ts';

const RETRY_SECONDS = [2, 10, 60, 180];

/** Longest accepted Retry-After of a carrier or model. */
const MAX_RETRY_SECONDS = 900;

/** A turn claimed more often than this has crashed the processes that claimed it. */
export const MAX_TRIES = RETRY_SECONDS.length + 1;

/**
 * Delay before the next attempt; null after the last one.
 * @param askedSeconds the Retry-After of the carrier or model; null without one
 */
export function retryDelayMs(attempts: number, askedSeconds: number | null = null): number | null {
  const seconds = RETRY_SECONDS[Math.max(0, attempts - 1)];
  if (seconds === undefined) return null;
  return Math.max(seconds, Math.min(askedSeconds ?? 0, MAX_RETRY_SECONDS)) * 1000;
}

const REASONS: Record<Hindrance, UnansweredReason | null> = {
  'no-sender': 'SENDER_OFFLINE',
  'sender-offline': 'SENDER_OFFLINE',
  unpaid: 'INSUFFICIENT_BALANCE',
  'opted-out': 'OPTED_OUT',
  'window-closed': 'SESSION_EXPIRED',
  // Another process took the turn, or the AI was switched off. The retry finds out which.
  superseded: null,
};

/** Reason shown to the account for an unanswered message; null if a retry follows. */
export function hindranceReason(hindrance: Hindrance): UnansweredReason | null {
  return REASONS[hindrance];
}
