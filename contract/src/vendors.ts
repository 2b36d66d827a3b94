import { z } from 'zod';
import { callableUrl, integer, text } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

/** Uses of vendors. */
export const VENDOR_USES = [
  'language_models',
  'realtime_models',
  'text_to_speech',
  'speech_to_text',
  'phone_calls',
  'sms',
  'phone_numbers',
  'embeddings',
] as const;
export type VendorUse = (typeof VENDOR_USES)[number];

export const VENDOR_STATES = ['not_connected', 'connected', 'environment', 'unreadable'] as const;

/** Outcomes of a test request. */
export const VENDOR_TEST_REASONS = [
  'works',
  'wrong_key',
  'no_credit',
  'wrong_model',
  'rate_limited',
  'unreachable',
  'refused_address',
  'timeout',
  'refused',
  'bad_answer',
] as const;
export type VendorTestReason = (typeof VENDOR_TEST_REASONS)[number];

export const VENDOR_FIELD_KINDS = ['secret', 'text', 'url', 'list', 'number'] as const;

/** Environment variables separate the items of a list with commas. */
const listItem = () =>
  text(200).refine((value) => !value.includes(','), { error: ':field must not contain a comma.' });
const list = () => z.array(listItem()).max(100).nullish();

const secret = (max = 1000) =>
  text(max).refine(isPrintable, { error: ':field must not contain spaces or line breaks.' }).nullish();

/** Keys travel in headers, which take visible ASCII characters only. */
function isPrintable(value: string): boolean {
  return /^[\x21-\x7e]*$/.test(value);
}

export const saveVendorRequest = z.object({
  api_key: secret().describe('The vendor’s key. Absent or null: keeps the stored key.'),
  account_sid: text(100).nullish().describe('Twilio’s Account SID: `AC` and 32 hexadecimal digits.'),
  auth_token: secret(255).describe('Twilio’s auth token. Absent or null: keeps the stored token.'),
  base_url: callableUrl()
    .nullish()
    .describe('Base URL with the API version, such as `http://127.0.0.1:11434/v1`. Null: the vendor’s own.'),
  name: text(40)
    .nullish()
    .describe(
      'Name of a self-hosted endpoint, part of its model and voice codes: a–z, 0–9 and -. Null: `local`.',
    ),
  model: text(200).nullish().describe('The vendor’s name of the model. Null: the vendor’s default.'),
  models: list().describe('Language models to offer, the default one first. Null: the usual ones.'),
  vision_models: list().describe('Items of `models` that accept images.'),
  realtime_models: list().describe(
    'Realtime models to offer; `["off"]` offers no realtime models. Null: the usual ones.',
  ),
  speech_model: text(200).nullish().describe('Text-to-speech model; `off` turns text-to-speech off.'),
  transcription_model: text(200).nullish().describe('Speech-to-text model; `off` turns speech-to-text off.'),
  voices: list().describe('Voices to offer, as `id` or `id=Name`. Null: the vendor’s own list.'),
  dimensions: integer(1, 8192).nullish().describe('Length of the model’s vectors.'),
});
export type SaveVendor = z.output<typeof saveVendorRequest>;
export type VendorFieldName = keyof SaveVendor;

export const testVendorRequest = saveVendorRequest.describe(
  'Settings to test before they are saved. Without any, the current settings are tested.',
);

export const vendorField = z.object({
  name: z.enum(saveVendorRequest.keyof().options).describe('Name of the setting in requests.'),
  kind: z.enum(VENDOR_FIELD_KINDS).describe('`secret`: write-only.'),
  is_required: z.boolean().describe('Whether the vendor cannot be connected without it.'),
  default: z.string().nullable().describe('The value that is used if the setting is left out.'),
});

export const vendorSettings = z
  .object({
    account_sid: z.string().nullable().describe('Twilio’s Account SID.'),
    base_url: z.string().nullable().describe('Base URL; null for the vendor’s own.'),
    name: z.string().nullable().describe('Name of a self-hosted endpoint; null for `local`.'),
    model: z.string().nullable().describe('Model; null for the vendor’s default.'),
    models: z.array(z.string()).nullable().describe('Offered language models; null for the usual ones.'),
    vision_models: z.array(z.string()).nullable().describe('Models that accept images.'),
    realtime_models: z
      .array(z.string())
      .nullable()
      .describe('Offered realtime models; null for the usual ones.'),
    speech_model: z.string().nullable().describe('Text-to-speech model; null for the default.'),
    transcription_model: z.string().nullable().describe('Speech-to-text model; null for the default.'),
    voices: z.array(z.string()).nullable().describe('Offered voices; null for the vendor’s own list.'),
    dimensions: z.int().nullable().describe('Length of the model’s vectors.'),
  })
  .describe('All settings except keys; null where the vendor has no such setting or its default applies.');
export type VendorSettings = z.output<typeof vendorSettings>;

export const vendorUsage = z
  .object({ assistants: z.int(), phone_numbers: z.int(), knowledgebases: z.int() })
  .describe('Objects that stop working, or use a fallback, if the vendor is removed.');

export const vendor = z.object({
  code: z.string().describe('Stable code, the same as in model and voice codes where the vendor has them.'),
  name: z.string(),
  uses: z.array(z.enum(VENDOR_USES)).describe('Uses of the vendor.'),
  state: z
    .enum(VENDOR_STATES)
    .describe(
      '`environment`: configured by an environment variable, which takes precedence. `unreadable`: the stored key cannot be decrypted; enter it again.',
    ),
  variable: z
    .string()
    .nullable()
    .describe('The environment variable that configures the vendor; null if it is not set.'),
  key_hint: z.string().nullable().describe('Last four characters of the stored key; null without one.'),
  settings: vendorSettings,
  fields: z.array(vendorField).describe('Settings that the vendor takes.'),
  used_by: vendorUsage,
  saved_at: isoTimestamp.nullable().describe('When the settings were saved; null if they are not stored.'),
});
export type Vendor = z.output<typeof vendor>;

export const vendorsResponse = z.object({ data: z.array(vendor) });
export const saveVendorResponse = z.object({ message: z.string(), data: vendor });

export const vendorTest = z.object({
  works: z.boolean().describe('True if the vendor answered as expected.'),
  reason: z.enum(VENDOR_TEST_REASONS),
  message: z.string().describe('The result and what to do next, in sentences.'),
  elapsed_ms: z.int().describe('Duration of the test in milliseconds.'),
});
export type VendorTest = z.output<typeof vendorTest>;

export const vendorTestResponse = z.object({ data: vendorTest });
