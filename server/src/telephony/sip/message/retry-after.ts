import { headerOf, type SipResponse } from './sip-message.ts';

/** How long whoever answers wants to be left alone (RFC 3261 20.33); null: it does not say. */
export function retryAfterMs(response: SipResponse): number | null {
  const [digits] = /^\d{1,9}(?=\s|;|\(|$)/.exec(headerOf(response, 'retry-after') ?? '') ?? [];
  return digits === undefined ? null : Number(digits) * 1000;
}
