import type { LeftOutCode } from '#contract/campaign-states.ts';

/** Why a number is never called, in words for the account's owner. */
export const LEFT_OUT_TEXTS: Record<LeftOutCode, string> = {
  'unknown-zone': 'The time zone of this number is not known, so it is not called.',
  'invalid-number': 'This number does not exist, says the carrier, so it is not called any more.',
  blacklisted: 'The owner of this number does not want to be called.',
};

const SHORT: Record<LeftOutCode, string> = {
  'unknown-zone': 'as its time zone is not known',
  'invalid-number': 'as it does not exist',
  blacklisted: 'as its owner does not want to be called',
};

export interface LeftOutNumber {
  phoneNumber: string;
  code: LeftOutCode;
}

/** What is told of a lead, and of its numbers that are passed over. */
export function withLeftOut(text: string, numbers: readonly LeftOutNumber[]): string {
  if (numbers.length === 0) return text;
  const told = numbers.map(({ phoneNumber, code }) => `${phoneNumber}, ${SHORT[code]}`);
  return `${text} Left out: ${told.join('; ')}.`;
}
