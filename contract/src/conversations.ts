import { z } from 'zod';
import { calendarDate, id, text, variables } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { plainTimestamp } from './timestamps.ts';

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
 * With `Accept: text/event-stream` it comes as events: `delta` {text} as the words come, `tool-started`
 * {name, arguments}, `tool-finished` {name, arguments, result}, then one `done` with this body or one `error`
 * {status:false, error}.
 */
export const visitorMessageResponse = z.object({
  status: z.literal(true),
  message: z.string().nullable(),
  function_calls: z.array(functionCall),
});

export const conversationsQuery = z.object({
  type: z.enum(CONVERSATION_TYPES).nullish(),
  assistant_id: id().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...pageQuery(),
});

export const conversationItem = z.object({
  id: z.uuid(),
  assistant_id: z.uuid(),
  assistant_name: z.string(),
  type: z.enum(CONVERSATION_TYPES),
  message_count: z.int(),
  total_cost: z.number(),
  ai_enabled: z.boolean(),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
});

export const conversationPage = pageOf(conversationItem);

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

export const humanMessageRequest = z.object({ message: text(4096) });

export const aiSwitchResponse = z.object({
  message: z.string(),
  data: z.object({ id: z.uuid(), ai_enabled: z.boolean() }),
});

export const humanMessageResponse = z.object({ message: z.string(), data: historyMessage });
