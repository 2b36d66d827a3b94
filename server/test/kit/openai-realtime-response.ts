/** What the simulated model does in a response. */
export type RealtimeTurn =
  | { say: string; audioMs?: number; hz?: number }
  | { call: string; arguments: unknown; say?: string; audioMs?: number; hz?: number }
  /** Fails with this code after these words. */
  | { fail: string; say?: string; audioMs?: number; hz?: number }
  /** Ends without output. */
  | { nothing: true }
  /** Sends nothing at all, not even `response.created`. */
  | { mute: true }
  /** Starts, then sends nothing until canceled. */
  | { pending: true }
  /** Speaks endlessly until canceled. */
  | { endless: string; audioMs?: number; hz?: number };

export interface ResponseContext {
  responseId: string;
  newId(prefix: string): string;
  /** Base64 audio in the session format: a tone, or noise. */
  audio(ms: number, hz: number | undefined): string;
  isText: boolean;
  /** If true, uses the event names from before the GA interface. */
  isBeta: boolean;
  metadata: unknown;
}

const CHUNK_MS = 100;
const USAGE = { total_tokens: 30, input_tokens: 20, output_tokens: 10 };

/** All server events of a response, in order, and the `audioMs` of each item. */
export function responseEvents(
  turn: RealtimeTurn,
  context: ResponseContext,
): { events: Record<string, unknown>[]; items: { id: string; audioMs: number }[]; isEndless: boolean } {
  const { responseId, metadata } = context;
  const response = { object: 'realtime.response', id: responseId, metadata: metadata ?? null };
  const events: Record<string, unknown>[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  ];
  const items: { id: string; audioMs: number }[] = [];
  const output: Record<string, unknown>[] = [];
  const text = 'endless' in turn ? turn.endless : 'say' in turn ? turn.say : undefined;
  if (text !== undefined) {
    const audioMs = 'audioMs' in turn && turn.audioMs !== undefined ? turn.audioMs : text.length * 50;
    const id = context.newId('item');
    items.push({ id, audioMs: context.isText ? 0 : audioMs });
    const hz = 'hz' in turn ? turn.hz : undefined;
    const { parts, item } = messageEvents({ id, text, audioMs, hz, isWhole: !('endless' in turn) }, context);
    events.push(...parts);
    output.push(item);
  }
  if ('call' in turn) {
    const { parts, item } = callEvents(turn, context, output.length);
    events.push(...parts);
    output.push(item);
  }
  if ('endless' in turn || 'pending' in turn) return { events, items, isEndless: true };
  const failed = 'fail' in turn;
  events.push({
    type: 'response.done',
    response: {
      ...response,
      status: failed ? 'failed' : 'completed',
      status_details: failed ? { type: 'failed', error: { type: 'server_error', code: turn.fail } } : null,
      output,
      usage: USAGE,
    },
  });
  return { events, items, isEndless: false };
}

export function canceledResponse(responseId: string, reason: string): Record<string, unknown> {
  const details = { type: 'cancelled', reason };
  const response = {
    object: 'realtime.response',
    id: responseId,
    status: 'cancelled',
    status_details: details,
  };
  return { type: 'response.done', response: { ...response, output: [], usage: USAGE } };
}

interface SaidItem {
  id: string;
  text: string;
  audioMs: number;
  hz: number | undefined;
  isWhole: boolean;
}

function messageEvents(
  { id, text, audioMs, hz, isWhole }: SaidItem,
  { responseId, audio, isText, isBeta }: ResponseContext,
): { parts: Record<string, unknown>[]; item: Record<string, unknown> } {
  const place = { response_id: responseId, item_id: id, output_index: 0, content_index: 0 };
  const name = (ga: string, beta: string): string => `response.${isBeta ? beta : ga}`;
  const item = {
    id,
    object: 'realtime.item',
    type: 'message',
    status: 'in_progress',
    role: 'assistant',
    content: [],
  };
  const content = isText ? { type: 'output_text', text } : { type: 'output_audio', transcript: text };
  const words = text.match(/\S+\s*/g) ?? [];
  const parts: Record<string, unknown>[] = [
    { type: 'response.output_item.added', response_id: responseId, output_index: 0, item },
    { type: isBeta ? 'conversation.item.created' : 'conversation.item.added', previous_item_id: null, item },
    { type: 'response.content_part.added', ...place, part: { type: isText ? 'text' : 'audio' } },
  ];
  for (const delta of words) {
    const type = isText
      ? name('output_text.delta', 'text.delta')
      : name('output_audio_transcript.delta', 'audio_transcript.delta');
    parts.push({ type, ...place, delta });
  }
  for (let ms = 0; ms < audioMs && !isText; ms += CHUNK_MS) {
    const delta = audio(Math.min(CHUNK_MS, audioMs - ms), hz);
    parts.push({ type: name('output_audio.delta', 'audio.delta'), ...place, delta });
  }
  const done = { ...item, status: 'completed', content: [content] };
  if (!isWhole) return { parts, item: done };
  if (isText) parts.push({ type: name('output_text.done', 'text.done'), ...place, text });
  else {
    parts.push({ type: name('output_audio.done', 'audio.done'), ...place });
    parts.push({
      type: name('output_audio_transcript.done', 'audio_transcript.done'),
      ...place,
      transcript: text,
    });
  }
  parts.push({ type: 'response.content_part.done', ...place, part: { type: isText ? 'text' : 'audio' } });
  parts.push({ type: 'response.output_item.done', response_id: responseId, output_index: 0, item: done });
  parts.push({ type: 'conversation.item.done', previous_item_id: null, item: done });
  return { parts, item: done };
}

function callEvents(
  turn: Extract<RealtimeTurn, { call: string }>,
  { responseId, newId }: ResponseContext,
  outputIndex: number,
): { parts: Record<string, unknown>[]; item: Record<string, unknown> } {
  const id = newId('item');
  const given = typeof turn.arguments === 'string' ? turn.arguments : JSON.stringify(turn.arguments);
  const item = {
    id,
    object: 'realtime.item',
    type: 'function_call',
    call_id: newId('call'),
    name: turn.call,
  };
  const place = { response_id: responseId, item_id: id, output_index: outputIndex, call_id: item.call_id };
  const done = { ...item, status: 'completed', arguments: given };
  const parts = [
    {
      type: 'response.output_item.added',
      response_id: responseId,
      output_index: outputIndex,
      item: { ...item, arguments: '' },
    },
    { type: 'response.function_call_arguments.delta', ...place, delta: given },
    { type: 'response.function_call_arguments.done', ...place, name: turn.call, arguments: given },
    { type: 'response.output_item.done', response_id: responseId, output_index: outputIndex, item: done },
    { type: 'conversation.item.done', previous_item_id: null, item: done },
  ];
  return { parts, item: done };
}
