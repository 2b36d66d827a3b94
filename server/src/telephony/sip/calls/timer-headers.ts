import {
  MIN_INTERVAL_SECONDS,
  type SessionTimer,
  supportsTimer,
  writeSessionExpires,
} from '../dialog/session-timer.ts';
import type { Header, SipMessage } from '../message/sip-message.ts';

/** The headers of a request that asks for a session timer. @param seconds null: for a refusal, which names the least alone */
export function timerOffer(seconds: number | null): { headers: Header[]; minimum: Header[] } {
  const minimum = [{ name: 'min-se', value: String(MIN_INTERVAL_SECONDS) }];
  const expires = seconds === null ? [] : [{ name: 'session-expires', value: String(seconds) }];
  return { headers: [...expires, ...minimum], minimum };
}

/** The headers of a 2xx that agrees to a session timer. */
export function timerHeaders(timer: SessionTimer | null, request: SipMessage): Header[] {
  if (timer === null) return [];
  // Only who knows timers can be asked to refresh, and is told that this is required (RFC 4028 9).
  const required = supportsTimer(request) ? [{ name: 'require', value: 'timer' }] : [];
  return [{ name: 'session-expires', value: writeSessionExpires(timer) }, ...required];
}
