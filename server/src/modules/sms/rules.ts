import type { SendSmsRequest } from '#contract/sms.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';

/** A field, and the other name that it may come under. */
const NAMES = [
  ['from', 'phone_number_id'],
  ['to', 'phone_number'],
  ['body', 'message'],
] as const;

export interface SmsRequest {
  /** Id of a number of the account. */
  from: number;
  to: string;
  body: string;
}

/** Fields that are missing under both names, or that say two things. What is broken by itself is told elsewhere. */
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

/** The number to send from and the name that it came under; null: it is missing or broken. */
export function suppliedFrom(request: Holding<SendSmsRequest>): { name: string; id: number } | null {
  if (request.from != null) return { name: 'from', id: request.from };
  return request.phone_number_id == null ? null : { name: 'phone_number_id', id: request.phone_number_id };
}

/** The number to send to and the name that it came under; null: it is missing or broken. */
export function suppliedTo(request: Holding<SendSmsRequest>): { name: string; phoneNumber: string } | null {
  if (request.to != null) return { name: 'to', phoneNumber: request.to };
  return request.phone_number == null ? null : { name: 'phone_number', phoneNumber: request.phone_number };
}

/** A request that `nameErrors` finds nothing in. */
export function settleRequest(request: SendSmsRequest): SmsRequest {
  const from = request.from ?? request.phone_number_id;
  const to = request.to ?? request.phone_number;
  const body = request.body ?? request.message;
  if (from == null || to == null || body == null)
    throw new Error('The names of the fields were not checked.');
  return { from, to, body };
}

/** A number that messages may be sent from. */
export interface SmsNumber {
  sms_capable: boolean;
  has_active_subscription: boolean;
}

/** What is wrong with the number that a message is to be sent from; null: nothing. Foreign ones are missing ones. */
export function numberError(name: string, number: SmsNumber | null): string | null {
  const words = name.replaceAll('_', ' ');
  if (number === null) return `The selected ${words} is invalid.`;
  if (!number.sms_capable) return `The selected ${words} cannot send SMS.`;
  return number.has_active_subscription ? null : `The selected ${words} has no active subscription.`;
}

/** What the ledger calls a message. */
export function chargeReference(id: number): string {
  return `sms:${id}`;
}

/** Of a message that was given back while nobody knew of it, and was sent after all. */
export function lateChargeReference(id: number): string {
  return `${chargeReference(id)}:late`;
}

/** Our name for a message at the carrier. */
export function messageReference(id: number): string {
  return `sms${id}`;
}

/** The message that a carrier's report names; null: none of ours. */
export function messageOfReference(reference: string | null): number | null {
  const [, digits] = /^sms(\d{1,15})$/.exec(reference ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
