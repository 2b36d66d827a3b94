import type { UpdateLead } from '#contract/leads.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { zoneKeyOf } from '../rules/number-zones.ts';

export interface CallableNumber {
  /** E.164. */
  phoneNumber: string;
  zoneKey: string;
  variables: Record<string, unknown>;
  externalId: string | null;
}

/** @param input validated by its schema */
export function callableNumber(input: {
  phone_number: string;
  variables?: Record<string, unknown> | null | undefined;
  external_id?: string | null | undefined;
}): CallableNumber {
  const phoneNumber = toE164(input.phone_number) ?? input.phone_number;
  return {
    phoneNumber,
    zoneKey: zoneKeyOf(phoneNumber),
    variables: input.variables ?? {},
    externalId: input.external_id ?? null,
  };
}

const IN_CAMPAIGN = 'The campaign already has a lead with this number.';

export const DUPLICATE_LEAD: FieldErrors = { phone_number: [IN_CAMPAIGN] };
export const DUPLICATE_IN_TARGET: FieldErrors = { campaign_id: [IN_CAMPAIGN] };

export const TAKEN_EXTERNAL_ID: FieldErrors = {
  external_id: ['The campaign has another lead with this external id.'],
};

export const UNKNOWN_CAMPAIGN: FieldErrors = { campaign_id: ['The selected campaign id is invalid.'] };

type SuppliedNumbers = Holding<Pick<UpdateLead, 'phone_number' | 'secondary_contacts'>>;

const REPEATED = 'The lead already has this number.';

/**
 * The same for all spellings of a number in E.164, like the SQL function `number_key`: Argentine mobile numbers are
 * dialed with and without a 9.
 */
export function personOf(phoneNumber: string): string;
export function personOf(phoneNumber: string | null): string | null;
export function personOf(phoneNumber: string | null): string | null {
  return phoneNumber?.replace(/^\+549(?=\d{10}$)/, '+54') ?? null;
}

interface LeadNumbers {
  phoneNumber: string;
  contacts: readonly string[];
}

/** Errors for numbers repeated within a lead. @param stored the current lead; null if new or unknown */
export function repeatedNumberErrors(
  supplied: SuppliedNumbers,
  stored: LeadNumbers | null = null,
): FieldErrors {
  const errors: FieldErrors = {};
  const main = personOf(
    supplied.phone_number === undefined ? (stored?.phoneNumber ?? null) : toE164(supplied.phone_number),
  );
  if (supplied.secondary_contacts === undefined) {
    const isContact =
      main !== null && stored?.contacts.some((contact) => personOf(contact) === main) === true;
    return isContact ? { phone_number: [REPEATED] } : {};
  }
  const known = new Set<string | null>(main === null ? [] : [main]);
  for (const [index, contact] of (supplied.secondary_contacts ?? []).entries()) {
    if (contact?.phone_number === undefined) continue;
    const number = personOf(toE164(contact.phone_number));
    if (known.has(number)) errors[`secondary_contacts.${index}.phone_number`] = [REPEATED];
    known.add(number);
  }
  return errors;
}
