import type { NotStored, UnansweredReason } from '../../conversations/actions.ts';

const RETRY_SECONDS = [2, 10, 60, 180];

/** The longest that a carrier may put us off. */
const MAX_RETRY_SECONDS = 900;

/** A turn that has been taken more often has killed whoever took it. */
export const MAX_TRIES = RETRY_SECONDS.length + 1;

/**
 * When to try again after so many tries have failed; null: never.
 * @param askedSeconds how long the carrier wants to be left alone; null: it does not say
 */
export function retryDelayMs(attempts: number, askedSeconds: number | null = null): number | null {
  const seconds = RETRY_SECONDS[Math.max(0, attempts - 1)];
  if (seconds === undefined) return null;
  return Math.max(seconds, Math.min(askedSeconds ?? 0, MAX_RETRY_SECONDS)) * 1000;
}

const REASONS: Record<NotStored['hindrance'], UnansweredReason | null> = {
  'no-sender': 'SENDER_OFFLINE',
  'sender-offline': 'SENDER_OFFLINE',
  unpaid: 'INSUFFICIENT_BALANCE',
  'opted-out': 'OPTED_OUT',
  'window-closed': 'SESSION_EXPIRED',
  // Another process has taken the turn, or the AI was switched off meanwhile: who tries again learns which.
  superseded: null,
};

/** What the account reads beside a message that was not answered; null: another try will say. */
export function hindranceReason(hindrance: NotStored['hindrance']): UnansweredReason | null {
  return REASONS[hindrance];
}
