import type { UpdateLead } from '#contract/leads.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { zoneKeyOf } from '../rules/number-zones.ts';

/** A number to call, ready to be stored. */
export interface CallableNumber {
  /** E.164. */
  phoneNumber: string;
  zoneKey: string;
  variables: Record<string, unknown>;
}

/** @param input has passed its schema */
export function callableNumber(input: {
  phone_number: string;
  variables?: Record<string, unknown> | null | undefined;
}): CallableNumber {
  const phoneNumber = toE164(input.phone_number) ?? input.phone_number;
  return { phoneNumber, zoneKey: zoneKeyOf(phoneNumber), variables: input.variables ?? {} };
}

export const DUPLICATE_LEAD: FieldErrors = {
  phone_number: ['The campaign has a lead of this phone number already.'],
};

type SuppliedNumbers = Holding<Pick<UpdateLead, 'phone_number' | 'secondary_contacts'>>;

/** Numbers that stand twice in one lead. @param own the lead's number where the request gives none */
export function repeatedNumberErrors(supplied: SuppliedNumbers, own: string | null = null): FieldErrors {
  const errors: FieldErrors = {};
  const main = supplied.phone_number === undefined ? own : toE164(supplied.phone_number);
  const known = new Set<string | null>(main === null ? [] : [main]);
  for (const [index, contact] of (supplied.secondary_contacts ?? []).entries()) {
    if (contact?.phone_number === undefined) continue;
    const number = toE164(contact.phone_number);
    if (known.has(number)) {
      errors[`secondary_contacts.${index}.phone_number`] = ['This number stands in the lead already.'];
    }
    known.add(number);
  }
  return errors;
}
