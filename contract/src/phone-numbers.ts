import parsePhoneNumber, {
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { z } from 'zod';
import { flag, id, integer, queryFlag, text } from './fields.ts';
import { isNarrowRange } from './ip-ranges.ts';
import { sipHeaders } from './sip-headers.ts';
import { isoTimestamp } from './timestamps.ts';

/** A callable number in international format, with or without separators; `toCallable` gives the stored form. */
export function e164() {
  return z
    .string()
    .max(32)
    .refine((value) => toCallable(value) !== null, {
      error: ':field must be a valid phone number in international format.',
    });
}

/** A messaging channel's id of a customer: two letters, a dot, optionally `ENT.`, then letters and digits. */
const CHANNEL_USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

export function isChannelUserId(value: string): boolean {
  return CHANNEL_USER_ID.test(value);
}

/**
 * Fictional numbers for films and tests. libphonenumber considers these invalid, but accepts those of other countries.
 */
const TRIAL_NUMBER = /^\+(?:1555\d{7}|447700900\d{3}|441632960\d{3})$/;

/**
 * Like `toE164`, for numbers to call. Also null for numbers that cannot be assigned, and for numbers with an extension,
 * which would not be dialed.
 */
export function toCallable(value: string, countryCode: string | null = null): string | null {
  const parsed = parseWithin(value, countryCode);
  if (parsed === undefined || parsed.ext !== undefined) return null;
  return parsed.isValid() || TRIAL_NUMBER.test(parsed.number) ? parsed.number : null;
}

/**
 * `+40 721 234 567` → `+40721234567`; null if the number is not possible in its country. For numbers reported by others.
 * @param countryCode accepts national numbers of this country; numbers of other countries then return null
 */
export function toE164(value: string, countryCode: string | null = null): string | null {
  const parsed = parseWithin(value, countryCode);
  // A few digits without a country code may be anything, so they must form a valid number.
  const isNumber = value.trim().startsWith('+') ? parsed?.isPossible() : parsed?.isValid();
  return parsed !== undefined && isNumber === true ? parsed.number : null;
}

/**
 * Numbers as networks and messaging carriers still write them: with the 1 that Mexican mobile numbers had until 2019,
 * without the ninth digit that Brazilian ones have since 2016. No current number has these forms.
 */
const OUTDATED: readonly (readonly [RegExp, string])[] = [
  [/^\+521(\d{10})$/, '+52$1'],
  [/^\+55([1-9]\d)([6-9]\d{7})$/, '+55$19$2'],
];

function parseWithin(value: string, countryCode: string | null): PhoneNumber | undefined {
  const parsed = parseWritten(value, countryCode);
  const [form, current] = OUTDATED.find(([outdated]) => outdated.test(parsed?.number ?? '')) ?? [];
  if (parsed === undefined || parsed.ext !== undefined || form === undefined) return parsed;
  return parsePhoneNumber(parsed.number.replace(form, current ?? ''));
}

function parseWritten(value: string, countryCode: string | null): PhoneNumber | undefined {
  if (countryCode === null) return parsePhoneNumber(value);
  const country = countryCode.toUpperCase();
  if (!isSupportedCountry(country)) return undefined;
  const parsed = parsePhoneNumber(value, country);
  return parsed?.countryCallingCode === getCountryCallingCode(country) ? parsed : undefined;
}

const UNKNOWN_COUNTRY = 'ZZ';

/** Two-letter code; `ZZ` for numbers without a country. Countries that share a calling code map to the main one. */
export function countryOf(phoneNumber: string): string {
  const parsed = parsePhoneNumber(phoneNumber);
  return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? UNKNOWN_COUNTRY;
}

/** Two-letter code of a country with phone numbers, in upper or lower case. */
export function countryCode() {
  return z
    .string()
    .max(2)
    .refine((value) => isSupportedCountry(value.toUpperCase()), {
      error: ':field must be a two-letter country code.',
    });
}

export const NUMBER_TYPES = ['normal', 'sip', 'caller_id'] as const;

export type NumberType = (typeof NUMBER_TYPES)[number];

export const phoneNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  country_code: z.string().regex(/^[A-Z]{2}$/),
  type: z.enum(NUMBER_TYPES),
  type_label: z.string(),
  sms_capable: z.boolean(),
  region: z.string(),
  has_active_subscription: z.boolean(),
  created_at: isoTimestamp,
});

export type PhoneNumberView = z.output<typeof phoneNumber>;

export const phoneNumberListResponse = z.object({ data: z.array(phoneNumber) });

export const assistantNumbersQuery = z.object({ type: z.enum(['inbound', 'outbound']).nullish() });

export const assistantNumber = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    country_code: z.string(),
    type_label: z.string(),
    is_available: z.boolean().describe('True if no inbound assistant answers the number.'),
  })
  .describe('A number that can be assigned to an assistant.');

export type AssistantNumber = z.output<typeof assistantNumber>;

export const assignNumberRequest = z.object({
  assistant_id: id().nullable().describe('An inbound assistant; null for no assistant.'),
});

export const assignedNumber = z
  .object({
    phone_number_id: z.int(),
    assistant_id: z.int().nullable().describe('The assistant that answers the number from now on.'),
    previous_assistant_id: z
      .int()
      .nullable()
      .describe(
        'The assistant that answered the number before, and no longer answers it; null if it had no assistant.',
      ),
    previous_phone_number_id: z
      .int()
      .nullable()
      .describe(
        'The previous number of the assistant, which it no longer answers; null if it had no other number.',
      ),
  })
  .describe('The assistant that answers a number, and what the assignment replaced.');

export type AssignedNumber = z.output<typeof assignedNumber>;

export const assignNumberResponse = z.object({ message: z.string(), data: assignedNumber });

export const searchNumbersQuery = z.object({
  country_code: countryCode(),
  contains: z
    .string()
    .regex(/^\d{1,15}$/, { error: ':field must be 1 to 15 digits.' })
    .nullish(),
  sms_capable: queryFlag().nullish(),
  limit: integer(1, 50).nullish(),
});

export const offeredNumber = z.object({
  ...phoneNumber.pick({
    phone_number: true,
    country_code: true,
    type: true,
    type_label: true,
    sms_capable: true,
    region: true,
  }).shape,
  monthly_price: z
    .object({ amount: z.number(), currency: z.string() })
    .nullable()
    .describe("The carrier's monthly price for the operator of this installation; null if unknown."),
});

export const searchNumbersResponse = z.object({ data: z.array(offeredNumber) });

export const purchaseNumberRequest = z.object({ phone_number: e164() });
export const purchaseNumberResponse = z.object({ message: z.string(), data: phoneNumber });

export const sandboxNumberRequest = z
  .object({
    phone_number: e164().nullish(),
    type: z.enum(NUMBER_TYPES),
    sms_capable: flag().nullish(),
    has_active_subscription: flag().nullish(),
  })
  .describe('A number of the sandbox carrier; without `phone_number` the next free one.');
export const sandboxNumberResponse = z.object({ data: phoneNumber });

const HOST = String.raw`(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?:;transport=(?:udp|tcp|tls))?`;
const HOST_IN_WORDS =
  'a host name or IP address, with an optional port and an optional ;transport=udp, tcp or tls';

/** `pbx.example.com`, `203.0.113.7:5060`, `[2001:db8::1]:5061`, `pbx.example.com;transport=tcp`. */
const sipHost = z
  .string()
  .max(255)
  .regex(new RegExp(`^${HOST}$`, 'i'), { error: `:field must be ${HOST_IN_WORDS}.` });

/**
 * Like `sipHost`. The suffix `;media=srtp` encrypts call audio. Extensions may also use `dynamic`: their phones
 * register with this server.
 */
const sipServer = z
  .string()
  .max(255)
  .regex(new RegExp(`^${HOST}(?:;media=srtp)?$`, 'i'), {
    error: `:field must be ${HOST_IN_WORDS}, and ;media=srtp where calls are to be encrypted.`,
  });

const address = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: ':field must be an IP address or a range such as 203.0.113.0/24.',
  })
  .refine(isNarrowRange, {
    error: ':field must not be wider than a /16, in IPv6 a /32, unless its addresses are private.',
  });

const requiredTrunkFields = {
  sip_trunk_type: z.enum(['extension', 'number']),
  phone_number: text(32),
  sip_address: sipServer,
};

/** Null clears a field, or resets it to its default. */
const optionalTrunkFields = {
  nickname: text(255).nullish(),
  sip_username: text(255).nullish(),
  sip_password: text(255).nullish(),
  sip_calling_format: z.enum(['+e164', 'e164', 'national']).nullish(),
  inbound_authorization_type: z.enum(['auth', 'ip']).nullish(),
  allowed_inbound_ips: z.array(address).max(100).nullish(),
  country_code: countryCode().nullish(),
  outbound_proxy: z
    .preprocess((value) => (value === false ? null : value), sipHost.nullish())
    .describe('`false` means that there is no proxy.'),
  sip_headers: sipHeaders().nullish().describe('Sent with every outgoing call and transfer of the trunk.'),
};

export const createTrunkRequest = z.object({ ...requiredTrunkFields, ...optionalTrunkFields });
export const updateTrunkRequest = z.object({
  ...z.object(requiredTrunkFields).partial().shape,
  ...optionalTrunkFields,
});

export type UpdateTrunk = z.output<typeof updateTrunkRequest>;

export const sipTrunk = z
  .object({
    id: z.int(),
    sip_trunk_type: requiredTrunkFields.sip_trunk_type,
    phone_number: z.string(),
    nickname: z.string().nullable(),
    sip_username: z.string().nullable(),
    has_sip_password: z.boolean(),
    sip_address: z.string(),
    sip_calling_format: z.enum(['+e164', 'e164', 'national']),
    inbound_authorization_type: z.enum(['auth', 'ip']),
    allowed_inbound_ips: z.array(z.string()),
    country_code: z.string(),
    outbound_proxy: z.string().nullable(),
    sip_headers: z.array(z.object({ name: z.string(), value: z.string() })),
    created_at: isoTimestamp,
    updated_at: isoTimestamp,
  })
  .describe("The id is that of the trunk's number. The password is write-only.");

export type SipTrunk = z.output<typeof sipTrunk>;

export const trunkListResponse = z.object({ data: z.array(sipTrunk) });
export const trunkResponse = z.object({ data: sipTrunk });
export const saveTrunkResponse = z.object({ message: z.string(), data: sipTrunk });
