import { z } from 'zod';
import { account, apiKey, loginRequest } from './accounts.ts';
import { text, timezone } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

/** What the console asks beside the API that everybody has. */

export const consoleLoginRequest = loginRequest.pick({ email: true, password: true });

export const consoleLoginResponse = z.object({
  message: z.string(),
  user: account,
  /** Goes into the header `X-CSRF-Token` of every request that is no GET. */
  csrf_token: z.string(),
});

/** What this installation can do; names are those of the catalogue and of the carriers. */
export const consoleFeatures = z.object({
  /** Numbers, messengers and people that cost nothing, under `/sandbox`. */
  sandbox: z.boolean(),
  language_models: z.array(z.string()),
  /** None: calls can be held by models that hear for themselves alone. */
  transcribers: z.array(z.string()),
  synthesizers: z.array(z.string()),
  realtime_models: z.array(z.string()),
  message_carriers: z.array(z.string()),
  sms_carriers: z.array(z.string()),
  /** Where numbers are bought; null: nowhere. */
  number_shop: z.string().nullable(),
});

const ids = z.array(z.int());

/** What the first start has made, by its ids; empty for everybody but the owner. */
export const demoThings = z.object({ assistants: ids, knowledgebases: ids, numbers: ids, campaigns: ids });

export const consoleSessionResponse = z.object({
  user: z.object({
    ...{ id: z.int(), name: z.string(), email: z.string(), total_balance: z.number() },
    /** IANA name: days of lists, charts and filters are this zone's. */
    timezone: z.string(),
    /** False: it is UTC because nobody was asked. */
    is_timezone_chosen: z.boolean(),
  }),
  csrf_token: z.string(),
  version: z.string(),
  /** Where others reach this server, without a slash at the end. */
  public_origin: z.string(),
  /** False: the address was not configured, and may only be valid on the server itself. */
  has_public_url: z.boolean(),
  features: consoleFeatures,
  demo: demoThings,
});

/** The account's API keys, with when they end; null: never. */
export const consoleKeysResponse = z.object({
  data: z.array(apiKey.extend({ expires_at: isoTimestamp.nullable() })),
});

export const changePasswordRequest = z.object({
  current_password: text(1024),
  new_password: text(1024, 8),
});

export const changeTimezoneRequest = z.object({ timezone: timezone() });

/** What people look at and what changes while they do. */
export const CHANGE_TOPICS = [
  ...(['assistants', 'knowledge', 'tools', 'numbers', 'senders', 'templates', 'conversations'] as const),
  ...(['messages', 'calls', 'campaigns', 'leads', 'sms', 'webhooks', 'balance', 'api_keys'] as const),
  'blacklist',
] as const;

export const changeTopic = z.enum(CHANGE_TOPICS);

/** Data of an event `changes`; `*` stands alone and means that anything may have changed. */
export const changesEvent = z.object({ topics: z.array(z.union([changeTopic, z.literal('*')])) });

/** Data of the first event, `ready`: whatever changes from here on is told. */
export const readyEvent = z.object({});

/** Data of an event `still-here`, which comes after 15 seconds in which nothing else was told. */
export const stillHereEvent = z.object({});
