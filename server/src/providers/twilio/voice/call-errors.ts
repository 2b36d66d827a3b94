import type { CallFailure } from '../../interfaces/call-carrier.ts';
import { explainTwilioError } from '../errors.ts';

/** Explanations of Twilio's codes for calls, with advice: https://www.twilio.com/docs/api/errors */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['13223', 'The number to call is invalid.'],
  ['13224', 'The number to call is invalid.'],
  ['13225', 'The carrier does not call this number.'],
  ['13227', 'The account may not call that country: allow the region in the carrier’s console.'],
  ['21205', 'The carrier cannot reach this installation: set PARLEY_PUBLIC_URL to its public URL.'],
  ['21210', 'The number to call from does not belong to the account and is not a verified caller ID.'],
  ['21214', 'The number to call is unreachable.'],
  ['21215', 'The account may not call that country: allow the region in the carrier’s console.'],
  ['21216', 'The carrier does not call this number.'],
  ['21217', 'The number to call is invalid.'],
  ['21218', 'The carrier cannot reach this installation: set PARLEY_PUBLIC_URL to its public URL.'],
  ['21219', 'A trial account can only call verified numbers: verify the number or upgrade the account.'],
]);

const INVALID_NUMBER: ReadonlySet<string> = new Set(['13223', '13224', '21211', '21214', '21217', '21401']);

/** Null if the code is unknown. */
export function explainCallError(code: string): string | null {
  return EXPLANATIONS.get(code) ?? explainTwilioError(code);
}

export function failureOfCode(code: string): CallFailure {
  return INVALID_NUMBER.has(code) ? 'invalid-number' : 'unavailable';
}
