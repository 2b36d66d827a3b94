import { z } from 'zod';
import { dollars } from './billing.ts';
import { flag } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { ROLES } from './roles.ts';
import { isoTimestamp } from './timestamps.ts';

export const ALERT_KINDS = [
  'balance_low',
  'campaign_paused',
  'document_failed',
  'endpoint_disabled',
  'provider_failed',
  'sender_problem',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_CHANNELS = ['console', 'email', 'webhook'] as const;

export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export const ALERT_STATUSES = ['open', 'dismissed', 'resolved'] as const;

export const alert = z
  .object({
    id: z.int(),
    kind: z.enum(ALERT_KINDS),
    status: z
      .enum(ALERT_STATUSES)
      .describe(
        '`dismissed`: hidden by a person, but its cause still exists. `resolved`: its cause is gone.',
      ),
    object_id: z
      .string()
      .describe('The id of the campaign, document, endpoint or sender; the name of a model or voice.'),
    object_name: z.string().describe('Name of the object.'),
    parent_id: z.string().nullable().describe('The knowledgebase of a document; otherwise null.'),
    message: z.string().describe('What happened last, in a sentence.'),
    count: z.int().describe('Occurrences so far.'),
    opened_at: isoTimestamp.describe('When the problem first occurred.'),
    last_at: isoTimestamp.describe('When the problem last occurred.'),
    resolved_at: isoTimestamp.nullable().describe('When the alert was resolved; null until then.'),
  })
  .describe('A problem that needs attention. An object has at most one open alert of each kind.');

export type Alert = z.output<typeof alert>;

export const alertPage = pageOf(alert);
export const alertResponse = z.object({ message: z.string(), data: alert });

export const dismissAlertsResponse = z.object({
  message: z.string(),
  dismissed: z.int().describe('Alerts that were open.'),
});

export const alertQuery = z.object({
  status: z.enum(ALERT_STATUSES).nullish().describe('Absent: alerts of every status.'),
  kind: z.enum(ALERT_KINDS).nullish(),
  ...pageQuery(),
});

const channels = z
  .object({
    console: z.boolean().describe('Shown in the console.'),
    email: z.boolean().describe('Sent by email.'),
    webhook: z.boolean().describe('Sent to endpoints that subscribe to alert events.'),
  })
  .describe('Where alerts of this kind are shown and sent.');

export const alertSettings = z.object({
  low_balance: z.number().describe('Balance in dollars below which `balance_low` opens.'),
  emails: z
    .array(z.string())
    .describe("Addresses that get emails. The account's own address if this and `email_roles` are empty."),
  email_roles: z.array(z.enum(ROLES)).describe('Members with these roles get emails too.'),
  channels: z
    .object({
      balance_low: channels,
      campaign_paused: channels,
      document_failed: channels,
      endpoint_disabled: channels,
      provider_failed: channels,
      sender_problem: channels,
    })
    .describe('Channels of each kind.'),
  is_email_configured: z
    .boolean()
    .describe('False if this installation sends no email, because `PARLEY_SMTP_URL` is not set.'),
});

export type AlertSettings = z.output<typeof alertSettings>;

export const alertSettingsResponse = z.object({ data: alertSettings });
export const saveAlertSettingsResponse = z.object({ message: z.string(), data: alertSettings });

const channelChoices = z
  .object({
    console: flag().optional().describe('Show them in the console.'),
    email: flag().optional().describe('Send them by email.'),
    webhook: flag().optional().describe('Send them to endpoints that subscribe to alert events.'),
  })
  .describe('Missing channels stay as they are.');

export const alertSettingsRequest = z.object({
  low_balance: dollars(1_000_000).nullish().describe('0 turns the alert off. Null restores $5.'),
  emails: z
    .array(z.email({ error: ':field must be a valid email address.' }).max(254))
    .max(5)
    .nullish()
    .describe('Null removes them.'),
  email_roles: z
    .array(z.enum(ROLES))
    .max(ROLES.length)
    .nullish()
    .describe('Members with these roles also get emails. Null removes all roles.'),
  channels: z
    .object({
      balance_low: channelChoices.optional(),
      campaign_paused: channelChoices.optional(),
      document_failed: channelChoices.optional(),
      endpoint_disabled: channelChoices.optional(),
      provider_failed: channelChoices.optional(),
      sender_problem: channelChoices.optional(),
    })
    .nullish()
    .describe('Missing kinds stay as they are.'),
});

export type AlertSettingsRequest = z.output<typeof alertSettingsRequest>;
