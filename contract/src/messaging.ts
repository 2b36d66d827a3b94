import { z } from 'zod';
import { id, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { e164 } from './phone-numbers.ts';
import { isoTimestamp, zonedTimestamp } from './timestamps.ts';

export const QUALITY_RATINGS = ['GREEN', 'YELLOW', 'RED'] as const;
export const SENDER_STATUSES = ['online', 'offline'] as const;
export const TEMPLATE_STATUSES = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;
export const DELIVERY_STATES = ['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'] as const;

export const sender = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    display_name: z.string(),
    status: z.enum(SENDER_STATUSES),
    quality_rating: z.enum(QUALITY_RATINGS),
    messaging_limit: z.int(),
    messaging_limit_formatted: z.string(),
  })
  .describe('A sender in a list.');

export type Sender = z.output<typeof sender>;

export const senderListResponse = z.object({ data: z.array(sender) });
export const sendersQuery = z.object({ status: z.enum(['online', 'all']).nullish() });

export const senderDetail = sender
  .extend({
    provider: z.string(),
    assistant_id: z.int().nullable(),
    webhook_url: z
      .string()
      .describe('Webhook URL to configure at the carrier, for messages and delivery reports.'),
    templates_synced_at: isoTimestamp.nullable(),
    templates_error: z.string().nullable(),
    problem: z
      .string()
      .nullable()
      .describe('Why the sender is offline at its carrier and what to do; null if no problem is known.'),
    health_checked_at: isoTimestamp
      .nullable()
      .describe(
        'When the carrier last confirmed quality, limit and name; null if never, as for sandbox senders.',
      ),
    unattributed_reports: z
      .object({ count: z.int(), last_at: isoTimestamp.nullable() })
      .describe('Carrier reports of the last 30 days that match no customer, message or known kind.'),
    created_at: isoTimestamp,
    updated_at: isoTimestamp,
  })
  .describe('A sender with its settings. Credentials are write-only.');

export const unattributedReport = z
  .object({
    id: z.int(),
    what: z.string(),
    content: z.string().describe('As the carrier sent it, at most 65,536 characters.'),
    created_at: isoTimestamp,
  })
  .describe("A carrier's report that matches no customer, message or known kind.");

export type UnattributedReport = z.output<typeof unattributedReport>;

export const unattributedReportPage = pageOf(unattributedReport);
export const unattributedReportsQuery = z.object(pageQuery());

export type SenderDetail = z.output<typeof senderDetail>;

export const senderResponse = z.object({ data: senderDetail });
export const saveSenderResponse = z.object({ message: z.string(), data: senderDetail });

/** Fields differ by carrier; each carrier's own rules are checked as well. */
const credentials = z.record(z.string().max(100), z.unknown());

export const createSenderRequest = z.object({
  provider: z.string().max(50),
  phone_number: e164(),
  display_name: text(255).nullish(),
  assistant_id: id().nullish(),
  credentials: credentials.nullish(),
});

export const updateSenderRequest = z
  .object({
    display_name: text(255).nullish(),
    assistant_id: id().nullish(),
    status: z.enum(SENDER_STATUSES).nullish(),
    credentials: credentials.nullish(),
  })
  .describe('A null assistant turns automatic answers off. Credentials are replaced as a whole.');

export type CreateSender = z.output<typeof createSenderRequest>;
export type UpdateSender = z.output<typeof updateSenderRequest>;

/** The use of a template's value; each has its own rules. */
export const TEMPLATE_VALUE_KINDS = [
  'text',
  'heading',
  /** URL of a file that the carrier downloads. */
  'image',
  'video',
  'document',
  'latitude',
  'longitude',
  /** ISO 8601, or milliseconds since 1970. */
  'time',
  'url_suffix',
  'code',
  'coupon',
] as const;

export type TemplateValueKind = (typeof TEMPLATE_VALUE_KINDS)[number];

const templateHeader = z.object({
  format: z
    .string()
    .describe('`text`, `image`, `video`, `document`, `location`, or another word of the carrier.'),
  text: z.string().nullable(),
});

const templateButton = z.object({
  kind: z.enum(['quick_reply', 'url', 'phone', 'code', 'coupon', 'flow', 'catalog', 'other']),
  text: z.string(),
  target: z.string().nullable().describe('URL, phone number or coupon code.'),
});

/** The parts of a template around its text. Values are shown as `{{variable names}}`. */
const templatePreview = z.object({
  header: templateHeader.nullable(),
  offer: z.string().nullable().describe('The text above a limited-time offer.'),
  footer: z.string().nullable(),
  buttons: z.array(templateButton),
  cards: z.array(
    z.object({ header: templateHeader.nullable(), body_text: z.string(), buttons: z.array(templateButton) }),
  ),
});

export type TemplatePreview = z.output<typeof templatePreview>;

export const template = z.object({
  id: z.int(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.enum(TEMPLATE_STATUSES),
  body_text: z.string(),
  variables: z.array(z.string()),
  variable_kinds: z.array(z.enum(TEMPLATE_VALUE_KINDS)).describe("The kind of each variable's value."),
  has_variables: z.boolean(),
  preview: templatePreview,
  unsendable: z.string().nullable().describe('Why the template cannot be sent; null if it can.'),
});

export type TemplateView = z.output<typeof template>;

export const templateListResponse = z.object({ data: z.array(template) });
export const templatesQuery = z.object({ status: z.enum([...TEMPLATE_STATUSES, 'all']).nullish() });

export const sessionStatus = z
  .object({
    is_open: z.boolean(),
    can_send_freeform: z
      .boolean()
      .describe('Both are false after the customer sent STOP, or once the sender is deleted.'),
    requires_template: z.boolean(),
    message: z.string(),
    minutes_remaining: z.int().optional(),
    expires_at: zonedTimestamp.optional().describe("In the account's time zone."),
    expired_at: zonedTimestamp.optional(),
  })
  .describe("The customer's 24-hour messaging window.");

export type SessionStatus = z.output<typeof sessionStatus>;

/**
 * A phone number, or the channel's user id of a customer without one. The server distinguishes them after validation,
 * because an invalid number has its own error code.
 */
const recipientPhone = text(160);

export const sendFreeformRequest = z.object({
  sender_id: id(),
  recipient_phone: recipientPhone,
  message: text(4096),
});

const sentIds = {
  success: z.literal(true),
  conversation_id: z.int(),
  conversation_uuid: z
    .uuid()
    .describe('Identifies the conversation in the paths of conversations, as does its integer id.'),
  message_id: z.int(),
  msgapp_message_id: z.int(),
  message_sid: z.string(),
};

export const sendFreeformResponse = z.object({ ...sentIds, session_status: sessionStatus });

/** Empty values arrive as null; the template's own check names the missing value. */
const templateValue = z.union([z.string().max(1024), z.number()]).nullable();

export const sendTemplateRequest = z.object({
  sender_id: id(),
  template_id: id(),
  recipient_phone: recipientPhone,
  recipient_name: text(255).nullish(),
  variables: z
    .union([z.record(z.string().max(255), templateValue), z.array(templateValue)])
    .nullish()
    .describe('Keys are positions (`"1"`, `"2"`, …) or variable names. The positions of a list start at 1.'),
});

export const sendTemplateResponse = z.object({ ...sentIds, status: z.enum(DELIVERY_STATES) });

export const sessionStatusQuery = z.object({ sender_id: id(), recipient_phone: recipientPhone });

export const sessionStatusResponse = z.object({
  success: z.literal(true),
  has_conversation: z.boolean(),
  conversation_id: z.int().optional(),
  conversation_uuid: z.uuid().optional(),
  customer_name: z.string().nullable().optional(),
  last_customer_message_at: isoTimestamp
    .optional()
    .describe("Start of the window: the carrier's timestamp of the message, or its time of arrival."),
  session_status: sessionStatus,
});

export const delivery = z
  .object({
    msgapp_message_id: z.int(),
    message_sid: z.string().nullable(),
    state: z.enum(DELIVERY_STATES),
    error_code: z.string().nullable(),
    error: z.string().nullable(),
    updated_at: isoTimestamp,
  })
  .describe("Delivery state of a message to a customer; `error` explains the carrier's code in a sentence.");

export type Delivery = z.output<typeof delivery>;

export const messageDelivery = delivery.extend({
  sender_id: z.int().nullable(),
  conversation_id: z.int(),
  conversation_uuid: z.uuid(),
  message_id: z.int(),
  recipient_phone: z.string(),
  message: z.string(),
  created_at: isoTimestamp,
});

export type MessageDelivery = z.output<typeof messageDelivery>;

export const messageDeliveryResponse = z.object({ data: messageDelivery });

export const attachment = z.object({
  id: z.int(),
  content_type: z.string(),
  file_name: z.string().nullable(),
  status: z.enum(['waiting', 'stored', 'failed']),
  byte_count: z.int().nullable(),
  error: z.string().nullable(),
  text: z
    .string()
    .nullable()
    .describe(
      'Transcript of a voice message or text of a document, up to 2,000 characters; null for other files.',
    ),
  text_error: z.string().nullable().describe('Why a voice message or document could not be read.'),
});

export const messageReference = z
  .object({
    quoted: z
      .object({ message_id: z.int(), content: z.string() })
      .nullable()
      .describe('The message that the customer replied to.'),
    choice: z
      .object({ title: z.string(), payload: z.string().nullable(), description: z.string().nullable() })
      .nullable()
      .describe(
        'The tapped button or chosen row of a list; `payload` is the id that the sender of the list gave it.',
      ),
    referral: z
      .object({ headline: z.string().nullable(), body: z.string().nullable(), url: z.string().nullable() })
      .nullable()
      .describe('The advertisement or post that the customer came from.'),
    product: z
      .object({ id: z.string(), catalog_id: z.string().nullable() })
      .nullable()
      .describe('The product of a catalog that the customer asks about.'),
    form: z.record(z.string(), z.string()).nullable().describe('Values of a form, by field.'),
  })
  .describe('References of a message apart from its text.');

export const channelMessage = z
  .object({
    id: z.int(),
    role: z.enum(['assistant', 'user']),
    author: z.enum(['customer', 'ai', 'human']),
    author_name: z
      .string()
      .nullable()
      .describe('The teammate who wrote it; null for others and for messages through an API key.'),
    content: z.string(),
    created_at: isoTimestamp,
    delivery: delivery.nullable().describe('Null for messages from the customer.'),
    attachments: z.array(attachment),
    unanswered_reason: z
      .string()
      .nullable()
      .describe('Why the assistant did not answer this message; null if it did or will.'),
    edited_at: isoTimestamp
      .nullable()
      .describe('Time of the latest edit by the author in the messaging app.'),
    deleted_at: isoTimestamp
      .nullable()
      .describe('The author deleted the message in the messaging app: its content and attachments are gone.'),
    reaction: z.string().nullable().describe("The customer's reaction, an emoji."),
    about: messageReference.nullable(),
  })
  .describe('A message of a messaging conversation, as agents see it.');

export type ChannelMessage = z.output<typeof channelMessage>;

export const channelMessagesQuery = z.object({
  before: id().nullish().describe('Returns only messages before this id.'),
});

export const channelMessagesResponse = z.object({
  data: z.array(channelMessage),
  session_status: sessionStatus,
});

export const sandboxSenderRequest = z.object({
  phone_number: e164().nullish(),
  display_name: text(255).nullish(),
  status: z.enum(SENDER_STATUSES).nullish(),
  assistant_id: id().nullish(),
});

export const updateSandboxSenderRequest = sandboxSenderRequest.pick({ status: true, assistant_id: true });

export const sandboxSenderResponse = z.object({ data: senderDetail });

/** Maximum number of variables of one template. */
export const MAX_VARIABLES = 50;

export const sandboxTemplateRequest = z.object({
  name: text(512),
  language: text(20),
  category: text(50),
  status: z.enum(TEMPLATE_STATUSES),
  body_text: text(1024),
  variables: z
    .array(text(255))
    .max(MAX_VARIABLES)
    .nullish()
    .describe('Placeholder names, in order; by default `1`, `2`, …'),
});

export const sandboxTemplateResponse = z.object({ data: template });

export const sandboxInboundRequest = z.object({
  from: e164(),
  message: text(4096),
  name: text(255).nullish(),
});

export const sandboxInboundResponse = z.object({
  data: z.object({ conversation_id: z.int(), message_id: z.int(), conversation_uuid: z.uuid() }),
});
