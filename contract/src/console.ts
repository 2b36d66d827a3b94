import { z } from 'zod';
import { account, apiKey, loginRequest } from './accounts.ts';
import { text, timezone } from './fields.ts';
import { LANGUAGE_CODES } from './languages.ts';
import { role } from './role-field.ts';
import { isoTimestamp } from './timestamps.ts';

export const consoleLoginRequest = loginRequest
  .pick({ email: true, password: true, code: true })
  .describe('Endpoints that only the console uses, in addition to the public API.');

export const consoleLoginResponse = z.object({
  message: z.string(),
  user: account,
  csrf_token: z.string().describe('Send it in the `X-CSRF-Token` header of every request except GET.'),
});

export const consoleFeatures = z
  .object({
    sandbox: z.boolean().describe('Free simulated numbers, messengers and customers under `/sandbox`.'),
    language_models: z.array(z.string()),
    transcribers: z
      .array(z.string())
      .describe('If empty, only realtime models, which need no transcriber, can handle calls.'),
    synthesizers: z.array(z.string()),
    realtime_models: z.array(z.string()),
    message_carriers: z.array(z.string()),
    sms_carriers: z.array(z.string()),
    number_shop: z.string().nullable().describe('The carrier that sells numbers; null if no carrier does.'),
  })
  .describe('Capabilities of this installation, by catalog and carrier names.');

const ids = z.array(z.int());

export const demoThings = z
  .object({ assistants: ids, knowledgebases: ids, numbers: ids, campaigns: ids })
  .describe("Ids of the objects created at first start; empty for every account but the owner's.");

export const consoleSessionResponse = z.object({
  user: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    total_balance: z.number(),
    timezone: z.string().describe('IANA name. Lists, charts and filters use days in this zone.'),
    is_timezone_chosen: z.boolean().describe('False if the zone is UTC by default and was never set.'),
  }),
  role: role.describe('The role of the session or API key.'),
  person: z
    .object({ id: z.int(), name: z.string(), email: z.string(), language: z.enum(LANGUAGE_CODES) })
    .nullable()
    .describe('The person who is logged in; null for API keys.'),
  can_create_accounts: z.boolean().describe('True if the person may create further accounts.'),
  needs_second_factor: z
    .boolean()
    .describe('True if the account requires a second factor, which the person has to set up first.'),
  csrf_token: z.string(),
  version: z.string(),
  public_origin: z.string().describe('Public base URL of this server, without a trailing slash.'),
  has_public_url: z
    .boolean()
    .describe('False if the URL was not configured; it may then work only on the server itself.'),
  features: consoleFeatures,
  manages_vendors: z.boolean().describe('True for the owner of the installation, who can connect vendors.'),
  demo: demoThings,
});

export const consoleKeysResponse = z
  .object({
    data: z.array(
      apiKey.extend({
        expires_at: isoTimestamp.nullable(),
        role: role.describe('Role of the key.'),
        created_by: z.string().nullable().describe('Name of the member; null if unknown.'),
      }),
    ),
  })
  .describe("The account's API keys and their expiry; null if a key never expires.");

export const changePasswordRequest = z.object({
  current_password: text(1024),
  new_password: text(1024, 8),
});

export const changeTimezoneRequest = z.object({ timezone: timezone() });

/** Resources whose changes are pushed to open pages. */
export const CHANGE_TOPICS = [
  ...(['assistants', 'knowledge', 'tools', 'numbers', 'senders', 'templates', 'conversations'] as const),
  ...(['messages', 'calls', 'campaigns', 'leads', 'sms', 'webhooks', 'balance', 'api_keys'] as const),
  ...(['blacklist', 'members', 'alerts', 'groups', 'reads', 'canned_replies', 'presence'] as const),
] as const;

export const changeTopic = z.enum(CHANGE_TOPICS);

export const changesEvent = z
  .object({ topics: z.array(z.union([changeTopic, z.literal('*')])) })
  .describe('Data of a `changes` event. A single `*` means that anything may have changed.');

export const readyEvent = z
  .object({})
  .describe('Data of the first event, `ready`. All changes after it are sent.');

export const stillHereEvent = z
  .object({})
  .describe('Data of a `still-here` event, sent after 15 seconds without another event.');
