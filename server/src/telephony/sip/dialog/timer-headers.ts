import type { Header, SipMessage } from '../message/sip-message.ts';
import {
  MIN_INTERVAL_SECONDS,
  type SessionTimer,
  supportsTimer,
  writeSessionExpires,
} from './session-timer.ts';

/** Session-Expires and Min-SE of a request. @param seconds null for only Min-SE, for a 422 */
export function timerOffer(seconds: number | null): { headers: Header[]; minimum: Header[] } {
  const minimum = [{ name: 'min-se', value: String(MIN_INTERVAL_SECONDS) }];
  const expires = seconds === null ? [] : [{ name: 'session-expires', value: String(seconds) }];
  return { headers: [...expires, ...minimum], minimum };
}

/** The session timer headers of a 2xx. */
export function timerHeaders(timer: SessionTimer | null, request: SipMessage): Header[] {
  if (timer === null) return [];
  // Require may be sent only to a peer that supports timers (RFC 4028 9).
  const required = supportsTimer(request) ? [{ name: 'require', value: 'timer' }] : [];
  return [{ name: 'session-expires', value: writeSessionExpires(timer) }, ...required];
}
