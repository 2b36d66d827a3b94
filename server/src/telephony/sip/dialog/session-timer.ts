import { readParameters } from '../message/parameters.ts';
import { headerOf, headersOf, type SipMessage } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';

/** Who has to say now and then that the call is still up, and how often (RFC 4028). */
export interface SessionTimer {
  intervalSeconds: number;
  refresher: 'local' | 'remote';
}

export const SESSION_INTERVAL_SECONDS = 1800;
/** The least that the RFC allows. */
export const MIN_INTERVAL_SECONDS = 90;

/** No call is longer; and what a clock cannot count to is over at once. */
const LONGEST_INTERVAL_SECONDS = 7 * 86_400;

export interface SessionExpires {
  seconds: number;
  refresher: 'uac' | 'uas' | null;
}

/** Null: absent, or not to be read. */
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

/** What a 422, or a request, says is the least; null: nothing. */
export function readMinimum(message: SipMessage): number | null {
  const [digits] = /^\d{1,9}/.exec(headerOf(message, 'min-se') ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

export function supportsTimer(message: SipMessage): boolean {
  const tags = [...headersOf(message, 'supported'), ...headersOf(message, 'require')];
  return tags.flatMap((tag) => splitList(tag, ',')).some((tag) => tag.toLowerCase() === 'timer');
}

/** Of the peer's answer to a request of ours; null: the peer wants none. */
export function timerOfAnswer(message: SipMessage): SessionTimer | null {
  const said = readSessionExpires(message);
  if (said === null) return null;
  return {
    intervalSeconds: Math.max(said.seconds, MIN_INTERVAL_SECONDS),
    refresher: said.refresher === 'uas' ? 'remote' : 'local',
  };
}

/**
 * What we answer a peer's request with: the interval that it asks for; the peer refreshes where it can.
 * `too-small`: it has to ask again (422).
 */
export function timerOfRequest(message: SipMessage): SessionTimer | 'too-small' | null {
  const said = readSessionExpires(message);
  if (said === null) return null;
  if (said.seconds < MIN_INTERVAL_SECONDS) return supportsTimer(message) ? 'too-small' : null;
  const isOurs = said.refresher === 'uas' || !supportsTimer(message);
  return { intervalSeconds: said.seconds, refresher: isOurs ? 'local' : 'remote' };
}

/** Until we refresh, or give the call up because nobody did (RFC 4028 10). */
export function dueInMs({ intervalSeconds, refresher }: SessionTimer): number {
  const seconds = Math.min(intervalSeconds, LONGEST_INTERVAL_SECONDS);
  if (refresher === 'local') return seconds * 500;
  return (seconds - Math.min(32, seconds / 3)) * 1000;
}

/** The value of Session-Expires in an answer of ours, where the peer's request was the client's. */
export function writeSessionExpires({ intervalSeconds, refresher }: SessionTimer): string {
  return `${intervalSeconds};refresher=${refresher === 'local' ? 'uas' : 'uac'}`;
}
