import { readParameters } from '../message/parameters.ts';
import { headerOf, headersOf, type SipMessage } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';

/** A negotiated session timer (RFC 4028). */
export interface SessionTimer {
  intervalSeconds: number;
  refresher: 'local' | 'remote';
}

export const SESSION_INTERVAL_SECONDS = 1800;
/** The minimum of RFC 4028. */
export const MIN_INTERVAL_SECONDS = 90;

/** Longer than any call; also keeps timers below the 32-bit limit of `setTimeout`. */
const LONGEST_INTERVAL_SECONDS = 7 * 86_400;

export interface SessionExpires {
  seconds: number;
  refresher: 'uac' | 'uas' | null;
}

/** Null if absent or malformed. */
function readSessionExpires(message: SipMessage): SessionExpires | null {
  const value = headerOf(message, 'session-expires');
  const [, digits, rest] = /^(\d{1,9})\s*(;.*)?$/.exec(value ?? '') ?? [];
  if (digits === undefined) return null;
  const refresher = readParameters(rest ?? '')
    .get('refresher')
    ?.toLowerCase();
  return {
    seconds: Number(digits),
    refresher: refresher === 'uac' || refresher === 'uas' ? refresher : null,
  };
}

/** The Min-SE value in seconds; null if absent. */
export function readMinimum(message: SipMessage): number | null {
  const [digits] = /^\d{1,9}/.exec(headerOf(message, 'min-se') ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

export function supportsTimer(message: SipMessage): boolean {
  const tags = [...headersOf(message, 'supported'), ...headersOf(message, 'require')];
  return tags.flatMap((tag) => splitList(tag, ',')).some((tag) => tag.toLowerCase() === 'timer');
}

/** The timer in a 2xx to our request; null without a timer. */
export function timerOfAnswer(message: SipMessage): SessionTimer | null {
  const parsed = readSessionExpires(message);
  if (parsed === null) return null;
  return {
    intervalSeconds: Math.max(parsed.seconds, MIN_INTERVAL_SECONDS),
    refresher: parsed.refresher === 'uas' ? 'remote' : 'local',
  };
}

/**
 * The timer for a peer's request: its interval, refreshed by the peer if it supports that. `too-small`: respond with 422.
 */
export function timerOfRequest(message: SipMessage): SessionTimer | 'too-small' | null {
  const parsed = readSessionExpires(message);
  if (parsed === null) return null;
  if (parsed.seconds < MIN_INTERVAL_SECONDS) return supportsTimer(message) ? 'too-small' : null;
  const isOurs = parsed.refresher === 'uas' || !supportsTimer(message);
  return { intervalSeconds: parsed.seconds, refresher: isOurs ? 'local' : 'remote' };
}

/** Time until we refresh, or until the peer's refresh is overdue (RFC 4028 10). */
export function dueInMs({ intervalSeconds, refresher }: SessionTimer): number {
  const seconds = Math.min(intervalSeconds, LONGEST_INTERVAL_SECONDS);
  if (refresher === 'local') return seconds * 500;
  return (seconds - Math.min(32, seconds / 3)) * 1000;
}

/** Session-Expires for our 2xx, where the peer is the UAC. */
export function writeSessionExpires({ intervalSeconds, refresher }: SessionTimer): string {
  return `${intervalSeconds};refresher=${refresher === 'local' ? 'uas' : 'uac'}`;
}
