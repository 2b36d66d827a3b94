import { parseNameAddresses } from '../message/name-address.ts';
import { headerOf, headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';

const MIN_SECONDS = 30;
const MAX_SECONDS = 86_400;
const FIRST_PAUSE_MS = 15_000;
const LASTING_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Granted registration time: `expires` of our Contact, else the Expires header, else what we requested. */
export function grantedSeconds(response: SipResponse, token: string, wanted: number): number {
  const ours = parseNameAddresses(headersOf(response, 'contact')).find(
    ({ uri }) => parseUri(uri)?.parameters.get('line') === token,
  );
  const granted = readSeconds(ours?.parameters.get('expires')) ?? readSeconds(headerOf(response, 'expires'));
  return Math.min(Math.max(granted ?? wanted, MIN_SECONDS), MAX_SECONDS);
}

/** Min-Expires of a 423; null if absent or too long. */
export function minimumSeconds(response: SipResponse): number | null {
  const seconds = readSeconds(headerOf(response, 'min-expires'));
  return seconds === null || seconds > MAX_SECONDS ? null : seconds;
}

/** Renews at 75 % of the granted time, which leaves time for failed attempts. */
export function renewalInMs(grantedForSeconds: number): number {
  return grantedForSeconds * 750;
}

/** @param failures consecutive failures, from 1 */
export function nextTryInMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
}

/**
 * Pause after a connection broke; 0 unless connections to the server keep breaking soon after they open.
 * @param breaks consecutive short-lived connections, from 0
 */
export function pauseAfterBreakMs(breaks: number): number {
  return breaks === 0 ? 0 : nextTryInMs(breaks);
}

/** True if a connection lasted long enough to reset the count of breaks. */
export function hasLasted(upForMs: number): boolean {
  return upForMs >= LASTING_MS;
}

function readSeconds(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text?.trim() ?? '') ? Number(text) : null;
}
