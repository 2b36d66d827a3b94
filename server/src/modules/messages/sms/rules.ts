import type { SendSmsRequest } from '#contract/sms.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';

/** Fields with their alternative names. */
const NAMES = [
  ['from', 'phone_number_id'],
  ['to', 'phone_number'],
  ['body', 'message'],
] as const;

export interface SmsRequest {
  /** Id of the sender number, which belongs to the account. */
  from: number;
  to: string;
  body: string;
}

/** Errors for fields that are missing under both names or have conflicting values. The schema reports invalid values. */
export function nameErrors(request: Holding<SendSmsRequest>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, other] of NAMES) {
    const [value, second] = [request[name], request[other]];
    if (value === null && second === null) errors[name] = [`The ${name} field is required.`];
    if (value != null && second != null && value !== second) {
      errors[other] = [`The ${other.replaceAll('_', ' ')} field must be the same as ${name}.`];
    }
  }
  return errors;
}

/** The sender number and the field name under which it was given; null if missing or invalid. */
export function suppliedFrom(request: Holding<SendSmsRequest>): { name: string; id: number } | null {
  if (request.from != null) return { name: 'from', id: request.from };
  return request.phone_number_id == null ? null : { name: 'phone_number_id', id: request.phone_number_id };
}

/** The recipient and the field name under which it was given; null if missing or invalid. */
export function suppliedTo(request: Holding<SendSmsRequest>): { name: string; phoneNumber: string } | null {
  if (request.to != null) return { name: 'to', phoneNumber: request.to };
  return request.phone_number == null ? null : { name: 'phone_number', phoneNumber: request.phone_number };
}

/** Normalizes a request that passed `nameErrors`. */
export function settleRequest(request: SendSmsRequest): SmsRequest {
  const from = request.from ?? request.phone_number_id;
  const to = request.to ?? request.phone_number;
  const body = request.body ?? request.message;
  if (from == null || to == null || body == null) throw new Error('The field names were not validated.');
  return { from, to, body };
}

/** A number as a possible sender of SMS. */
export interface SmsNumber {
  sms_capable: boolean;
  has_active_subscription: boolean;
}

/** Error of the sender number; null if it is valid. Other accounts' numbers count as missing. */
export function numberError(name: string, number: SmsNumber | null): string | null {
  const words = name.replaceAll('_', ' ');
  if (number === null) return `The selected ${words} is invalid.`;
  if (!number.sms_capable) return `The selected ${words} cannot send SMS.`;
  return number.has_active_subscription ? null : `The selected ${words} has no active subscription.`;
}

export const OPTED_OUT =
  'The customer has opted out. Wait until they send START. If you added their number to the do-not-call list, remove it from the list.';
