import { z } from 'zod';
import { exportQuery } from './export.ts';
import { calendarDate, id, integer, queryFlag, text, variables } from './fields.ts';
import { INBOX_VIEWS, inboxState } from './inbox.ts';
import { attachment } from './messaging.ts';
import { changeQuery, pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp, plainTimestamp } from './timestamps.ts';
import { visitor, visitorDetails, visitorFile, visitorVariables } from './widget.ts';

export const CONVERSATION_TYPES = ['test', 'widget', 'msgapp', 'api'] as const;

export const functionCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()),
});

export const historyMessage = z.object({
  role: z.enum(['assistant', 'user']),
  content: z.string(),
  author_name: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Name of the teammate who wrote a message of a widget conversation; absent for other messages, null if the widget hides names.',
    ),
  function_calls: z.array(functionCall).optional(),
  files: z
    .array(visitorFile)
    .optional()
    .describe('Files of the message, listed in `content` as `[attachment: …]`; absent without files.'),
});

export const historyResponse = z.object({ status: z.literal(true), history: z.array(historyMessage) });

export const openConversationRequest = z.object({
  assistant_id: z.uuid({ error: ':field must be the UUID of an assistant.' }),
  type: z.enum(['widget', 'test']).nullish(),
  variables: visitorVariables.nullish(),
  visitor: visitorDetails.nullish().describe('Details of the visitor, which are not verified.'),
  visitor_key: text(4096).nullish().describe('From `POST /widgets/{uuid}/identify`, for a verified user.'),
});

export const openConversationResponse = z.object({
  status: z.literal(true),
  conversation_id: z.uuid(),
  history: z.array(historyMessage),
});

/** Maximum number of files in a visitor's message. */
export const FILES_PER_MESSAGE = 5;

export const visitorMessageRequest = z.object({
  message: text(2000).nullish().describe('Required without files.'),
  files: z
    .array(z.uuid())
    .max(FILES_PER_MESSAGE)
    .refine((ids) => new Set(ids).size === ids.length, { error: ':field must have distinct ids.' })
    .nullish()
    .describe('Ids of files from `POST /conversations/{uuid}/files` that belong to no other message.'),
  variables: visitorVariables
    .nullish()
    .describe('Replace variables of the conversation with the same names from this message on.'),
});

export const visitorMessageResponse = z
  .object({
    status: z.literal(true),
    message: z.string().nullable(),
    function_calls: z.array(functionCall),
  })
  .describe(
    "The reply to a visitor's message. `message` is null while a person has taken over the conversation. With `Accept: text/event-stream` the reply is streamed as events.",
  );

export const replyEvent = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('delta'), data: z.object({ text: z.string() }) }),
    z.object({ event: z.literal('reset'), data: z.object({ text: z.string() }) }),
    z.object({
      event: z.literal('tool-started'),
      data: functionCall.pick({ name: true, arguments: true }),
    }),
    z.object({ event: z.literal('tool-finished'), data: functionCall }),
    z.object({ event: z.literal('done'), data: visitorMessageResponse }),
    z.object({
      event: z.literal('error'),
      data: z.object({ status: z.literal(false), error: z.string() }),
    }),
  ])
  .describe(
    "Text chunks and tool calls as they occur, then one `done` or one `error`. A `reset` is rare: its text replaces all text before it, because part of that was the model's reasoning.",
  );

export const conversationsQuery = z.object({
  type: z.enum(CONVERSATION_TYPES).nullish(),
  assistant_id: id().nullish(),
  has_opted_out: queryFlag()
    .nullish()
    .describe('`true`: customers who opted out or are on the do-not-call list; `false`: all others.'),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...changeQuery(),
  ...pageQuery(),
});

/** The account must not contact the customer first: they opted out, or are on the do-not-call list. */
const hasOptedOut = () => z.boolean();

export const conversationItem = z.object({
  id: z.uuid(),
  assistant_id: z.uuid().nullable().describe("Null if the conversation's sender has no assistant."),
  assistant_name: z.string().nullable(),
  type: z.enum(CONVERSATION_TYPES),
  message_count: z.int(),
  total_cost: z.number(),
  ai_enabled: z.boolean(),
  has_opted_out: hasOptedOut(),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
});

export type ConversationItem = z.output<typeof conversationItem>;

export const conversationPage = pageOf(conversationItem);

export const CONVERSATION_STATUSES = ['active', 'ended'] as const;

export const inboxQuery = z.object({
  type: z.enum(CONVERSATION_TYPES).nullish(),
  assistant_id: id().nullish(),
  status: z.enum(CONVERSATION_STATUSES).nullish(),
  ai_enabled: queryFlag().nullish().describe('`false`: conversations that a person has taken over.'),
  has_opted_out: queryFlag()
    .nullish()
    .describe('`true`: customers who opted out or are on the do-not-call list; `false`: all others.'),
  search: text(200)
    .nullish()
    .describe(
      "Part of the customer's name, number or identifier, or words of the messages as in `GET /user/search/content`. At most the latest 1,000 conversations match.",
    ),
  customer: text(64).nullish().describe("Any part of the customer's name, number or identifier."),
  view: z
    .enum(INBOX_VIEWS)
    .nullish()
    .describe(
      'Conversations of an inbox view, longest wait first, without test conversations. `mine` needs a member.',
    ),
  group_id: id().nullish().describe('Conversations of a group.'),
  tag: text(40).nullish().describe('Conversations with this tag.'),
  date_from: calendarDate()
    .nullish()
    .describe("Range of days, in the account's time zone, for the latest message."),
  date_to: calendarDate().nullish(),
  cursor: z
    .string()
    .regex(/^(\d{1,18}|n)\.\d{1,18}\.\d{1,15}$/, {
      error: ':field must be the next_cursor of an earlier answer.',
    })
    .nullish()
    .describe(
      'The `next_cursor` of the previous answer, instead of `page`: conversations that move meanwhile are neither skipped nor repeated.',
    ),
  ...pageQuery(),
});

export const conversationsExportQuery = inboxQuery
  .pick({
    type: true,
    assistant_id: true,
    status: true,
    ai_enabled: true,
    has_opted_out: true,
    search: true,
    customer: true,
    view: true,
    group_id: true,
    tag: true,
    date_from: true,
    date_to: true,
  })
  .extend(exportQuery());

export const inboxItem = conversationItem
  .extend({
    status: z.enum(CONVERSATION_STATUSES),
    customer_identifier: z
      .string()
      .nullable()
      .describe(
        "For `api`, the client's own id of the customer; for `msgapp`, the channel's id, if the channel provides one.",
      ),
    customer_phone: z.string().nullable(),
    customer_name: z.string().nullable(),
    last_message: z
      .object({
        author: z.enum(['customer', 'ai', 'human']),
        author_name: z
          .string()
          .nullable()
          .describe('The teammate who wrote it; null for others and for messages through an API key.'),
        content: z.string().describe('First 200 characters.'),
        created_at: isoTimestamp,
        is_undelivered: z.boolean().describe('True if the message is known to be undelivered.'),
      })
      .nullable()
      .describe('Null if there is no message yet.'),
    inbox: inboxState,
    unread_count: z
      .int()
      .nullable()
      .describe('Number of customer messages that you have not read; null for API keys.'),
  })
  .describe('A conversation in a list.');

export type InboxItem = z.output<typeof inboxItem>;

export const exportedConversation = conversationItem
  .extend({
    status: z.enum(CONVERSATION_STATUSES),
    customer_identifier: z.string().nullable(),
    customer_phone: z.string().nullable(),
    customer_name: z.string().nullable(),
    messages: z.array(
      z.object({
        id: z.int(),
        author: z.enum(['customer', 'ai', 'human']),
        content: z.string(),
        created_at: isoTimestamp,
      }),
    ),
  })
  .describe('A conversation in an export, with all messages, oldest first.');

export type ExportedConversation = z.output<typeof exportedConversation>;

export const inboxPage = pageOf(inboxItem).extend({
  next_cursor: z.string().nullable().describe('For the next conversations; null at the end of the list.'),
});

export const evaluatedField = z
  .object({
    name: z.string(),
    type: z.enum(['string', 'number', 'bool']),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    description: z.string(),
  })
  .describe('Value of one `post_call_schema` field; null if the conversation does not contain it.');

export const modelCall = z
  .object({
    model: z.string(),
    input_tokens: z.int().nullable().describe('Null if the vendor did not report it.'),
    output_tokens: z.int().nullable(),
    cost: z.number().nullable().describe('Vendor cost in dollars; null if unknown.'),
    first_event_ms: z
      .int()
      .nullable()
      .describe('Milliseconds from the request to the first streamed event; null without an answer.'),
    total_ms: z.int(),
    error_code: z.string().nullable(),
  })
  .describe("One language model request, with the vendor's token counts.");

export const SILENCE_REASONS = ['AUTOMATIC_REPLIES', 'DAILY_LIMIT'] as const;

const silence = z.object({
  reason: z.enum(SILENCE_REASONS),
  since: isoTimestamp,
  until: isoTimestamp,
});

export const conversationView = z
  .object({
    id: z.uuid(),
    assistant_id: z
      .uuid()
      .nullable()
      .describe('Null if the sender of a msgapp conversation has no assistant.'),
    assistant_name: z.string().nullable(),
    type: z.enum(CONVERSATION_TYPES),
    status: z
      .enum(CONVERSATION_STATUSES)
      .describe('An `ended` conversation is still answered when the customer writes again.'),
    message_count: z.int(),
    total_cost: z.number(),
    ai_enabled: z.boolean(),
    silence: silence
      .nullable()
      .describe('Why and until when the assistant does not answer this customer; null if it answers.'),
    summary: z
      .string()
      .nullable()
      .describe(
        "Summary of messages too old for the assistant's history, one fact per line; null without one.",
      ),
    variables: z.record(z.string(), z.unknown()),
    customer_identifier: z
      .string()
      .nullable()
      .describe(
        "For `api`, the client's own id of the customer; for `msgapp`, the channel's id, if the channel provides one.",
      ),
    customer_phone: z.string().nullable(),
    customer_name: z.string().nullable(),
    visitor: visitor
      .nullable()
      .describe('The visitor of a widget; null if the page did not identify the visitor.'),
    has_opted_out: hasOptedOut(),
    inbox: inboxState,
    sender: z.object({ phone_number: z.string(), display_name: z.string() }).nullable(),
    created_at: plainTimestamp,
    updated_at: plainTimestamp,
    ended_at: plainTimestamp.nullable(),
    evaluation: z
      .array(evaluatedField)
      .nullable()
      .describe(
        "Evaluation after the conversation's latest end; null until complete, empty if post-call evaluation is off or the customer wrote nothing.",
      ),
    evaluation_error: z
      .string()
      .nullable()
      .describe('Why evaluation values are missing; null if the evaluation succeeded.'),
    transcript: z.array(
      z.object({
        role: z.enum(['assistant', 'user']),
        author: z.enum(['customer', 'ai', 'human']),
        author_name: z
          .string()
          .nullable()
          .describe('The teammate who wrote it; null for others and for messages through an API key.'),
        content: z.string(),
        attachments: z.array(attachment),
        function_calls: z.array(functionCall),
        model_calls: z
          .array(modelCall)
          .describe('Model requests behind this answer, oldest first; empty for messages written by people.'),
        created_at: isoTimestamp,
      }),
    ),
    costs: z
      .array(
        z.object({
          kind: z.string(),
          amount: z.number(),
          note: z.string().nullable(),
          created_at: plainTimestamp,
        }),
      )
      .describe(
        'Charges, and refunds as negative amounts, in dollars, oldest first; `total_cost` is their sum.',
      ),
  })
  .describe('All details of one conversation.');

export type ConversationView = z.output<typeof conversationView>;

export const conversationViewResponse = z.object({ data: conversationView });

export const generateReplyRequest = z.object({
  assistant_id: z
    .union([id(), z.string().meta({ format: 'uuid' })])
    .refine((value) => typeof value === 'number' || z.uuid().safeParse(value).success, {
      error: ':field must be the id or the UUID of an assistant.',
    }),
  customer_identifier: text(255),
  message: text(10_000),
  variables: variables().nullish(),
});

export const generateReplyResponse = z.object({
  success: z.literal(true),
  conversation_id: z.uuid(),
  customer_identifier: z.string(),
  reply: z.string().nullable(),
  function_calls: z.array(functionCall),
  ai_disabled: z.boolean(),
});

export const rewindRequest = z
  .object({ keep_messages: integer(0, 1_000_000) })
  .describe('Number of messages to keep, counted from the first.');

export const rewindResponse = z.object({
  message: z.string(),
  data: z.object({ id: z.uuid(), message_count: z.int() }),
});

export const humanMessageRequest = z.object({ message: text(4096) });

export const aiSwitchResponse = z.object({
  message: z.string(),
  data: z.object({ id: z.uuid(), ai_enabled: z.boolean() }),
});

export const humanMessageResponse = z.object({
  message: z.string(),
  data: historyMessage.extend({
    message_id: z.int(),
    msgapp_message_id: z
      .int()
      .optional()
      .describe("Messaging channel only: the id for tracking the message's delivery."),
  }),
});
