import type { CallFailure } from '../../interfaces/call-carrier.ts';
import { explainTwilioError } from '../errors.ts';

/** What the vendor's codes for calls mean, and what to do: https://www.twilio.com/docs/api/errors */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['13223', 'The number to call is not valid.'],
  ['13224', 'The number to call is not valid.'],
  ['13225', 'The carrier does not call this number.'],
  ['13227', 'The account may not call that country: allow the region in the carrier’s console.'],
  ['21205', 'The carrier cannot call this installation back: set PARLEY_PUBLIC_URL to its public address.'],
  ['21210', 'The number to call from is no number of the account, and not verified as a caller ID.'],
  ['21214', 'The number to call cannot be reached.'],
  ['21215', 'The account may not call that country: allow the region in the carrier’s console.'],
  ['21216', 'The carrier does not call this number.'],
  ['21217', 'The number to call is not valid.'],
  ['21218', 'The carrier cannot call this installation back: set PARLEY_PUBLIC_URL to its public address.'],
  ['21219', 'A trial account calls verified numbers only: verify the number or upgrade the account.'],
]);

const INVALID_NUMBER: ReadonlySet<string> = new Set(['13223', '13224', '21211', '21214', '21217', '21401']);

/** Null: a code that is in no table. */
export function explainCallError(code: string): string | null {
  return EXPLANATIONS.get(code) ?? explainTwilioError(code);
}

export function failureOfCode(code: string): CallFailure {
  return INVALID_NUMBER.has(code) ? 'invalid-number' : 'unavailable';
}
