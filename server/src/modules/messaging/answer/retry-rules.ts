import type { NotStored, UnansweredReason } from '../../conversations/actions.ts';

const RETRY_SECONDS = [2, 10, 60, 180];

/** When to try again after so many tries have failed; null: never. */
export function retryDelayMs(attempts: number): number | null {
  const seconds = RETRY_SECONDS[Math.max(0, attempts - 1)];
  return seconds === undefined ? null : seconds * 1000;
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
