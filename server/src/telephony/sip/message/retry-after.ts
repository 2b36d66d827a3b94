import { headerOf, type SipResponse } from './sip-message.ts';

/** The Retry-After value (RFC 3261 20.33) in milliseconds; null if absent. */
export function retryAfterMs(response: SipResponse): number | null {
  const [digits] = /^\d{1,9}(?=\s|;|\(|$)/.exec(headerOf(response, 'retry-after') ?? '') ?? [];
  return digits === undefined ? null : Number(digits) * 1000;
}
