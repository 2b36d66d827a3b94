import type { DialFailure } from '../../voice/legs/outbound-route.ts';
import type { FailureCause } from './lifecycle/call-state.ts';

export type CallType = 'inbound' | 'outbound' | 'web';

/** The provider of numbers whose calls cost nothing: there is no network behind it. */
export const FREE_CARRIER = 'sandbox';

const MINUTE_MS = 60_000;

/** So long a minute may have begun before it counts: a call of sixty seconds has one, whatever its timers say. */
const GRACE_MS = 1000;

/** Minutes of a call that have begun: the first with the answer. */
export function begunMinutes(durationMs: number): number {
  return Math.max(1, Math.ceil((durationMs - GRACE_MS) / MINUTE_MS));
}

/** How long after the answer a minute, counted from 1, is to be paid for. */
export function minuteDueMs(minute: number): number {
  return minute === 1 ? 0 : (minute - 1) * MINUTE_MS + GRACE_MS + 1;
}

/** What a ledger row pays for: one minute of one call, counted from 1. */
export function minuteReference(callId: number, minute: number): string {
  return `call:${callId}:${minute}`;
}

/** How a call that nobody answered is told of. */
export function dialOutcome(failure: DialFailure): 'busy' | 'no-answer' | 'failed' {
  switch (failure) {
    case 'busy':
    case 'rejected':
      return 'busy';
    case 'no-answer':
      return 'no-answer';
    case 'invalid-number':
    case 'unavailable':
    case 'cancelled':
      return 'failed';
  }
}

/** Who is to blame for it; null: nobody, people are busy or away. */
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
    case 'cancelled':
      return 'account';
  }
}

const WORDS: Record<DialFailure, string> = {
  busy: 'The line is busy.',
  rejected: 'The call was declined.',
  'no-answer': 'Nobody answered.',
  'invalid-number': 'This number cannot be called.',
  unavailable: 'The carrier could not connect the call.',
  cancelled: 'The call was given up before anybody answered.',
};

/** For the account's owner. */
export function dialFailureText(failure: DialFailure, reason: string): string {
  const words = WORDS[failure];
  return reason === '' || reason === words ? words : `${words} (${reason})`;
}

/** Statuses of which `send_webhook_only_on_completed` lets the account hear. */
const COMPLETED = new Set(['completed', 'ended_by_customer', 'ended_by_assistant']);

/** Where the account is told of a call's end; null: nowhere. */
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
