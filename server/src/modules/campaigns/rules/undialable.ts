import type { UndialableCode } from '#contract/campaign-states.ts';

/** Why a number is never called, for the account's owner. */
export const UNDIALABLE_TEXTS: Record<UndialableCode, string> = {
  'unknown-zone': 'The time zone of this number is unknown, so it is not called.',
  'invalid-number': 'The carrier reports that this number does not exist, so it is no longer called.',
  blacklisted: 'The owner of this number does not want to be called.',
};

const SHORT: Record<UndialableCode, string> = {
  'unknown-zone': 'unknown time zone',
  'invalid-number': 'does not exist',
  blacklisted: 'on the do-not-call list',
};

export interface UndialableNumber {
  phoneNumber: string;
  code: UndialableCode;
}

/** Appends a lead's undialable numbers to a reason. */
export function withUndialable(text: string, numbers: readonly UndialableNumber[]): string {
  if (numbers.length === 0) return text;
  const listed = numbers.map(({ phoneNumber, code }) => `${phoneNumber} (${SHORT[code]})`);
  return `${text} Not called: ${listed.join(', ')}.`;
}
