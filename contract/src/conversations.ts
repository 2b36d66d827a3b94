import { z } from 'zod';
import { calendarDate, id, integer, queryFlag, text, variables } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp, plainTimestamp } from './timestamps.ts';

export const CONVERSATION_TYPES = ['test', 'widget', 'msgapp', 'api'] as const;

export const functionCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()),
});

export const historyMessage = z.object({
  role: z.enum(['assistant', 'user']),
  content: z.string(),
  function_calls: z.array(functionCall).optional(),
});

export const historyResponse = z.object({ status: z.literal(true), history: z.array(historyMessage) });

/** What a visitor may put into the prompt: values are short, and all together are bounded. */
const visitorVariables = variables().refine((values) => JSON.stringify(values).length <= 10_000, {
  error: ':field must not be longer than 10000 characters as JSON.',
});

export const openConversationRequest = z.object({
  assistant_id: z.uuid({ error: ':field must be the UUID of an assistant.' }),
  type: z.enum(['widget', 'test']).nullish(),
  variables: visitorVariables.nullish(),
});

export const openConversationResponse = z.object({
  status: z.literal(true),
  conversation_id: z.uuid(),
  history: z.array(historyMessage),
});

export const visitorMessageRequest = z.object({ message: text(2000) });

/**
 * The reply to a visitor's message; `message` is null while a person answers instead of the AI.
 * With `Accept: text/event-stream` it comes as `replyEvent`s.
 */
export const visitorMessageResponse = z.object({
  status: z.literal(true),
  message: z.string().nullable(),
  function_calls: z.array(functionCall),
});

/** Words as they come and tools as they are used, then one `done` or one `error`. */
export const replyEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('delta'), data: z.object({ text: z.string() }) }),
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
]);

export const conversationsQuery = z.object({
  type: z.enum(CONVERSATION_TYPES).nullish(),
  assistant_id: id().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...pageQuery(),
});

export const conversationItem = z.object({
  id: z.uuid(),
  /** Null: a conversation over a sender that has no assistant. */
  assistant_id: z.uuid().nullable(),
  assistant_name: z.string().nullable(),
  type: z.enum(CONVERSATION_TYPES),
  message_count: z.int(),
  total_cost: z.number(),
  ai_enabled: z.boolean(),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
});

export const conversationPage = pageOf(conversationItem);

export const CONVERSATION_STATUSES = ['active', 'ended'] as const;

export const inboxQuery = z.object({
  type: z.enum(CONVERSATION_TYPES).nullish(),
  assistant_id: id().nullish(),
  status: z.enum(CONVERSATION_STATUSES).nullish(),
  /** `false`: those that people have taken over. */
  ai_enabled: queryFlag().nullish(),
  /** Part of the customer's name, number or identifier. */
  customer: text(64).nullish(),
  /** Days, in the account’s zone, of the latest message. */
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...pageQuery(),
});

/** A conversation as those who look after customers see it in a list. */
export const inboxItem = conversationItem.extend({
  status: z.enum(CONVERSATION_STATUSES),
  /** Of `api`: the client's own; of `msgapp`: the channel's own id of the customer, where it tells one. */
  customer_identifier: z.string().nullable(),
  customer_phone: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** Null: nothing was said yet. */
  last_message: z
    .object({
      author: z.enum(['customer', 'ai', 'human']),
      /** Its first 200 characters. */
      content: z.string(),
      created_at: isoTimestamp,
      /** Its carrier has certainly not delivered it. */
      is_undelivered: z.boolean(),
    })
    .nullable(),
});

export const inboxPage = pageOf(inboxItem);

/** One field of the assistant's `post_call_schema`, filled in; null: the conversation does not tell. */
export const evaluatedField = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'bool']),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  description: z.string(),
});

/** One call of a language model, as its vendor counts it. */
export const modelCall = z.object({
  model: z.string(),
  /** Null: the model did not say. */
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  /** What the vendor takes, in dollars; null: not known. */
  cost: z.number().nullable(),
  /** From the request to the first sign of an answer; null: there was none. */
  first_event_ms: z.int().nullable(),
  total_ms: z.int(),
  error_code: z.string().nullable(),
});

/** All that the account may know of one conversation. */
export const conversationView = z.object({
  id: z.uuid(),
  /** Null: the sender of a msgapp conversation has no assistant. */
  assistant_id: z.uuid().nullable(),
  assistant_name: z.string().nullable(),
  type: z.enum(CONVERSATION_TYPES),
  /** `ended` conversations are answered all the same when the customer writes again. */
  status: z.enum(CONVERSATION_STATUSES),
  message_count: z.int(),
  total_cost: z.number(),
  ai_enabled: z.boolean(),
  variables: z.record(z.string(), z.unknown()),
  /** Of `api`: the client's own; of `msgapp`: the channel's own id of the customer, where it tells one. */
  customer_identifier: z.string().nullable(),
  customer_phone: z.string().nullable(),
  customer_name: z.string().nullable(),
  sender: z.object({ phone_number: z.string(), display_name: z.string() }).nullable(),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
  ended_at: plainTimestamp.nullable(),
  /** Of the latest end; null until it is there, empty where the assistant wants none. */
  evaluation: z.array(evaluatedField).nullable(),
  /** Why values are missing; null: nothing went wrong. */
  evaluation_error: z.string().nullable(),
  transcript: z.array(
    z.object({
      role: z.enum(['assistant', 'user']),
      author: z.enum(['customer', 'ai', 'human']),
      content: z.string(),
      function_calls: z.array(functionCall),
      /** What made this answer, oldest first; empty for what people wrote. */
      model_calls: z.array(modelCall),
      created_at: isoTimestamp,
    }),
  ),
  /** Charges, and refunds below zero, oldest first, in dollars; `total_cost` is their sum. */
  costs: z.array(
    z.object({
      kind: z.string(),
      amount: z.number(),
      note: z.string().nullable(),
      created_at: plainTimestamp,
    }),
  ),
});

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

/** How many messages stay, from the first on. */
export const rewindRequest = z.object({ keep_messages: integer(0, 1_000_000) });

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
    /** In conversations of the messaging channel: by it the message can be followed. */
    msgapp_message_id: z.int().optional(),
  }),
});
