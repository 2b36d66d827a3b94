import type { DialFailure } from '../../voice/legs/outbound-route.ts';
import type { FailureCause } from './lifecycle/call-state.ts';

export type CallType = 'inbound' | 'outbound' | 'web';

/** The provider of sandbox numbers, whose calls are free. */
export const FREE_CARRIER = 'sandbox';

const MINUTE_MS = 60_000;

/** How far ahead a call may be scheduled. */
const MAX_DAYS_AHEAD = 30;

/** Why a call cannot be scheduled for an instant; null if it can. */
export function scheduleProblem(at: Date, now: Date): string | null {
  if (at < now) return 'The scheduled at field must not be in the past.';
  const aheadMs = at.getTime() - now.getTime();
  return aheadMs > MAX_DAYS_AHEAD * 86_400_000
    ? `The scheduled at field must be at most ${MAX_DAYS_AHEAD} days ahead.`
    : null;
}

/** Grace period before a further minute counts, so that a call of sixty seconds has one minute despite timer jitter. */
const GRACE_MS = 1000;

/** Number of minutes of a call that have begun; the first begins at the answer. */
export function begunMinutes(durationMs: number): number {
  return Math.max(1, Math.ceil((durationMs - GRACE_MS) / MINUTE_MS));
}

/** When a minute (counted from 1) is charged, in milliseconds after the answer. */
export function minuteDueMs(minute: number): number {
  return minute === 1 ? 0 : (minute - 1) * MINUTE_MS + GRACE_MS + 1;
}

/** Ledger reference of a minute (counted from 1). */
export function minuteReference(callId: number, minute: number): string {
  return `call:${callId}:${minute}`;
}

/** The status of an unanswered call. */
export function dialOutcome(failure: DialFailure): 'busy' | 'no-answer' | 'failed' {
  switch (failure) {
    case 'busy':
    case 'rejected':
      return 'busy';
    case 'no-answer':
      return 'no-answer';
    case 'invalid-number':
    case 'unavailable':
    case 'canceled':
      return 'failed';
  }
}

/** The cause of a failed dial; null if nothing failed but the callee was busy or did not answer. */
export function dialFailureCause(failure: DialFailure): FailureCause | null {
  switch (failure) {
    case 'busy':
    case 'rejected':
    case 'no-answer':
      return null;
    case 'invalid-number':
      return 'number';
    case 'unavailable':
      return 'carrier';
    case 'canceled':
      return 'account';
  }
}

const TEXTS: Record<DialFailure, string> = {
  busy: 'The line is busy.',
  rejected: 'The call was declined.',
  'no-answer': 'Nobody answered.',
  'invalid-number': 'This number cannot be called.',
  unavailable: 'The carrier could not connect the call.',
  canceled: 'The call was canceled before it was answered.',
};

/** Why a dial failed, for the account's owner. */
export function dialFailureText(failure: DialFailure, reason: string): string {
  const text = TEXTS[failure];
  return reason === '' || reason === text ? text : `${text} (${reason})`;
}

/** Statuses reported with `send_webhook_only_on_completed`. */
const COMPLETED = new Set(['completed', 'ended_by_customer', 'ended_by_assistant']);

/** URL of the post-call webhook; null if no webhook is sent. */
export function webhookOfCall(call: {
  status: string;
  assistant: {
    is_webhook_active: boolean;
    webhook_url: string | null;
    send_webhook_only_on_completed: boolean;
  } | null;
}): string | null {
  const { assistant, status } = call;
  if (assistant === null || !assistant.is_webhook_active) return null;
  return assistant.send_webhook_only_on_completed && !COMPLETED.has(status) ? null : assistant.webhook_url;
}
