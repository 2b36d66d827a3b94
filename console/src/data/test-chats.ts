import type { z } from 'zod';
import type {
  conversationViewResponse,
  functionCall,
  historyMessage,
  historyResponse,
  openConversationRequest,
  openConversationResponse,
  replyEvent,
  visitorMessageResponse,
} from '#contract/conversations.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { request } from '../lib/api/request.ts';
import { streamEvents } from '../lib/events/stream-events.ts';
import { t } from '../lib/i18n/t.ts';

export type FunctionCall = z.output<typeof functionCall>;
export type HistoryMessage = z.output<typeof historyMessage>;
export type ChatView = z.output<typeof conversationViewResponse>['data'];
export type ModelCall = ChatView['transcript'][number]['model_calls'][number];
export type ChatReply = z.output<typeof visitorMessageResponse>;

type SentEvent = z.output<typeof replyEvent>;
type DataOf<Name extends SentEvent['event']> = Extract<SentEvent, { event: Name }>['data'];

/** Events of an answer; `done` is the last one. */
export type ReplyEvent =
  | ({ type: 'delta' } & DataOf<'delta'>)
  | ({ type: 'reset' } & DataOf<'reset'>)
  | ({ type: 'tool-started' } & DataOf<'tool-started'>)
  | { type: 'tool-finished'; call: DataOf<'tool-finished'> }
  | { type: 'done'; reply: DataOf<'done'> };

/** Starts a free test conversation. @throws ApiError */
export function openTestChat(
  assistantUuid: string,
  variables: Record<string, unknown>,
  idempotencyKey: string,
): Promise<z.output<typeof openConversationResponse>> {
  const body: z.input<typeof openConversationRequest> = {
    assistant_id: assistantUuid,
    type: 'test',
    variables,
  };
  return request('/conversations', { method: 'POST', body, idempotencyKey });
}

/**
 * Sends a message to the assistant. The idempotency key stays the same for each attempt at one message. @throws
 * ApiError if the request or the answer fails, or if the answer ends early
 */
export async function* writeToAssistant(
  uuid: string,
  message: string,
  options: { idempotencyKey: string; signal: AbortSignal },
): AsyncGenerator<ReplyEvent> {
  const events = streamEvents(`/conversations/${uuid}/messages`, {
    ...options,
    method: 'POST',
    body: { message },
  });
  for await (const { event, data } of events) {
    if (event === 'error') throw new ApiError({ status: 503, body: { ...asObject(data) }, requestId: null });
    const read = readReplyEvent(event, data);
    if (read !== null) yield read;
    if (read?.type === 'done') return;
  }
  throw new ApiError({
    status: 503,
    body: { error: t('The answer ended early. Try again.') },
    requestId: null,
  });
}

function readReplyEvent(event: string, data: unknown): ReplyEvent | null {
  if (event === 'delta' || event === 'reset')
    return { type: event, text: String(asObject(data)['text'] ?? '') };
  if (event === 'tool-started') {
    const { name, arguments: given } = asCall(data);
    return { type: 'tool-started', name, arguments: given };
  }
  if (event === 'tool-finished') return { type: 'tool-finished', call: asCall(data) };
  return event === 'done' ? { type: 'done', reply: asReply(data) } : null;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asCall(data: unknown): FunctionCall {
  const { name, arguments: given, result } = asObject(data);
  return { name: String(name ?? ''), arguments: asObject(given), result: asObject(result) };
}

function asReply(data: unknown): ChatReply {
  const { message, function_calls: calls } = asObject(data);
  return {
    status: true,
    message: typeof message === 'string' ? message : null,
    function_calls: Array.isArray(calls) ? calls.map(asCall) : [],
  };
}

/** The messages so far, oldest first. @throws ApiError */
export async function readChatHistory(uuid: string): Promise<HistoryMessage[]> {
  const { history } = await request<z.output<typeof historyResponse>>(`/conversations/${uuid}`);
  return history;
}

/** Deletes all messages after the first ones. @throws ApiError */
export async function rewindChat(uuid: string, keepMessages: number): Promise<void> {
  await request(`/user/conversations/${uuid}/rewind`, {
    method: 'POST',
    body: { keep_messages: keepMessages },
  });
}

/** The conversation with its model usage. @throws ApiError */
export async function readChatView(uuid: string): Promise<ChatView> {
  const { data } = await request<z.output<typeof conversationViewResponse>>(`/user/conversations/${uuid}`);
  return data;
}
