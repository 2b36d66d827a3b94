import type { SessionStatus } from '#contract/messaging.ts';
import { zonedTimestamp } from '../../../core/zoned-time.ts';

const WINDOW_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

/** State of a customer's 24-hour window. */
export type SessionWindow =
  | { state: 'never' }
  | { state: 'closed'; expiredAt: Date }
  | { state: 'open'; expiresAt: Date; minutesRemaining: number };

/** @returns the instant after which the customer must have written for the window to be open at `now` */
export function openSince(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}

/**
 * The 24-hour window opened by a customer's last message, exact to the millisecond.
 * A message from the future means that the clock was set back: the window is open for 24 hours at most.
 */
export function sessionWindow(lastMessageAt: Date | null, now: Date): SessionWindow {
  if (lastMessageAt === null) return { state: 'never' };
  const expiresAt = new Date(lastMessageAt.getTime() + WINDOW_MS);
  if (lastMessageAt.getTime() <= openSince(now).getTime()) return { state: 'closed', expiredAt: expiresAt };
  const remainingMs = Math.min(WINDOW_MS, expiresAt.getTime() - now.getTime());
  return { state: 'open', expiresAt, minutesRemaining: Math.floor(remainingMs / MINUTE_MS) };
}

/** Start of the window: the carrier's timestamp, but not later than our clock. */
export function countsFrom(sentAt: Date | null, now: Date): Date {
  return sentAt === null || sentAt.getTime() > now.getTime() ? now : sentAt;
}

/** Session status of a conversation whose sender was deleted. */
export const SESSION_WITHOUT_SENDER: SessionStatus = {
  is_open: false,
  can_send_freeform: false,
  requires_template: false,
  message: 'The sender of this conversation was deleted: nothing can be sent.',
};

/** The state of a customer that determines the messages allowed to them. */
export interface CustomerSession {
  /** IANA name of the account's time zone. */
  timezone: string;
  /** Start of the window, see `countsFrom`; null if the customer never wrote. */
  last_message_at: Date | null;
  /** The customer's latest opt-out message to the account is STOP. */
  has_said_stop: boolean;
  /** Opted out at the account or the carrier, or on the do-not-call list. */
  is_unreachable: boolean;
}

/** The messages that a customer may get: none after a STOP to the account, only replies if unreachable for other reasons. */
export function describeSession(customer: CustomerSession, now: Date): SessionStatus {
  const { has_said_stop: hasSaidStop, is_unreachable: isUnreachable } = customer;
  const window = sessionWindow(customer.last_message_at, now);
  const status = describeWindow(window, customer.timezone);
  if (!isUnreachable && !hasSaidStop) return status;
  if (!hasSaidStop && window.state === 'open') {
    return { ...status, message: `${status.message} Templates, SMS and calls to this customer are refused.` };
  }
  return {
    ...status,
    can_send_freeform: false,
    requires_template: false,
    message:
      'The customer has opted out. Nothing can be sent until they send START. If you added their number to the do-not-call list, remove it from the list.',
  };
}

function describeWindow(window: SessionWindow, timezone: string): SessionStatus {
  switch (window.state) {
    case 'never':
      return {
        ...closed,
        message: 'The customer has not written to this sender yet. Send a template to begin.',
      };
    case 'closed':
      return {
        ...closed,
        message: 'The 24-hour window is closed. Send a template; a message from the customer opens it again.',
        expired_at: zonedTimestamp(window.expiredAt, timezone),
      };
    case 'open':
      return {
        is_open: true,
        can_send_freeform: true,
        requires_template: false,
        message: `The session is open. ${remainingWords(window.minutesRemaining)} remaining.`,
        minutes_remaining: window.minutesRemaining,
        expires_at: zonedTimestamp(window.expiresAt, timezone),
      };
  }
}

const closed = { is_open: false, can_send_freeform: false, requires_template: true };

function remainingWords(minutes: number): string {
  if (minutes === 0) return 'Less than a minute';
  const parts = [amount(Math.floor(minutes / 60), 'hour'), amount(minutes % 60, 'minute')];
  return parts.filter((part) => part !== null).join(' and ');
}

function amount(count: number, unit: string): string | null {
  return count === 0 ? null : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
