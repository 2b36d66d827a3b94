import type { SessionStatus } from '#contract/messaging.ts';
import { t } from '../../lib/i18n/t.ts';

/** The customer's 24-hour window at a given time. */
export type WindowState =
  | { kind: 'open'; leftMs: number }
  /** Only templates may be sent until the customer writes again. */
  | { kind: 'closed'; words: string }
  /** The customer opted out with STOP: nothing may be sent. */
  | { kind: 'refused'; words: string };

const CLOSED = t(
  'The 24-hour window is closed. Send a template. The window reopens when the customer replies.',
);

/** What may be sent now. A window closes at its end, even if the last response from the server says it is open. */
export function windowAt(session: SessionStatus, nowMs: number): WindowState {
  const { is_open, can_send_freeform, requires_template, message, expires_at } = session;
  if (!can_send_freeform && !requires_template) return { kind: 'refused', words: message };
  if (!is_open) return { kind: 'closed', words: message };
  const leftMs = expires_at === undefined ? 0 : Date.parse(expires_at) - nowMs;
  return leftMs > 0 ? { kind: 'open', leftMs } : { kind: 'closed', words: CLOSED };
}

/** `23 h 10 min`, `59 min`, `45 s`: in seconds for the last two minutes. */
export function leftWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  if (seconds <= 120) return t('{seconds} s', { seconds });
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? t('{minutes} min', { minutes })
    : t('{hours} h {minutes} min', { hours, minutes: minutes % 60 });
}
