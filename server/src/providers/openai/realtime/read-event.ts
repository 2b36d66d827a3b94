import type { ModelUsage } from '../../interfaces/language-model.ts';
import { objectAt, objectsAt, parseArguments, parseJsonObject, textAt } from '../../kit/json-parts.ts';

/** A function call as the model wrote it. */
export interface WrittenCall {
  callId: string;
  name: string;
  /** Null if not a JSON object. */
  arguments: Record<string, unknown> | null;
}

export type ResponseStatus = 'completed' | 'cancelled' | 'incomplete' | 'failed';

/** The server events that a call needs. */
export type ServerEvent =
  | { type: 'updated' }
  | { type: 'speech-started' }
  | { type: 'speech-stopped' }
  | { type: 'transcript-delta'; itemId: string; text: string }
  /** `text` is null if the transcription failed. */
  | { type: 'transcript'; itemId: string; text: string | null }
  /** `requestName`: our id of the request that it answers. */
  | { type: 'response-created'; responseId: string; requestName: string | null }
  | { type: 'item-added'; responseId: string; itemId: string }
  | { type: 'audio'; responseId: string; itemId: string; base64: string }
  | { type: 'text'; responseId: string; itemId: string; text: string }
  | { type: 'call'; responseId: string; call: WrittenCall }
  | {
      type: 'response-done';
      responseId: string;
      status: ResponseStatus;
      /** All calls of the response, including those reported before. */
      calls: WrittenCall[];
      usage: ModelUsage;
      /** Why it failed or was cut off. */
      reason: string | null;
    }
  | { type: 'error'; code: string; eventId: string | null; isServers: boolean };

/** Null for irrelevant or malformed messages. Accepts the event names of the GA and the beta API. */
export function readServerEvent(message: string): ServerEvent | null {
  const event = parseJsonObject(message);
  if (event === null) return null;
  const { type } = event;
  if (typeof type !== 'string') return null;
  return readPlain(type, event) ?? readDelta(type, event) ?? readResponse(type, event);
}

function readPlain(type: string, event: Record<string, unknown>): ServerEvent | null {
  switch (type) {
    case 'session.updated':
      return { type: 'updated' };
    case 'input_audio_buffer.speech_started':
      return { type: 'speech-started' };
    case 'input_audio_buffer.speech_stopped':
      return { type: 'speech-stopped' };
    case 'error': {
      const error = objectAt(event['error']);
      const code = textAt(error['code']) ?? textAt(error['type']) ?? 'unknown';
      return {
        type: 'error',
        code,
        eventId: textAt(error['event_id']),
        isServers: error['type'] === 'server_error',
      };
    }
    default:
      return null;
  }
}

function readDelta(type: string, event: Record<string, unknown>): ServerEvent | null {
  const itemId = textAt(event['item_id']);
  const responseId = textAt(event['response_id']) ?? '';
  const delta = event['delta'];
  if (itemId === null) return null;
  if (type === 'conversation.item.input_audio_transcription.completed') {
    return { type: 'transcript', itemId, text: textAt(event['transcript']) ?? '' };
  }
  if (type === 'conversation.item.input_audio_transcription.failed') {
    return { type: 'transcript', itemId, text: null };
  }
  if (typeof delta !== 'string') return null;
  switch (type) {
    case 'conversation.item.input_audio_transcription.delta':
      return { type: 'transcript-delta', itemId, text: delta };
    case 'response.output_audio.delta':
    case 'response.audio.delta':
      return { type: 'audio', responseId, itemId, base64: delta };
    case 'response.output_audio_transcript.delta':
    case 'response.audio_transcript.delta':
    case 'response.output_text.delta':
    case 'response.text.delta':
      return { type: 'text', responseId, itemId, text: delta };
    default:
      return null;
  }
}

function readResponse(type: string, event: Record<string, unknown>): ServerEvent | null {
  const response = objectAt(event['response']);
  const responseId = textAt(response['id']) ?? textAt(event['response_id']) ?? '';
  const item = objectAt(event['item']);
  if (type === 'response.created') {
    return {
      type: 'response-created',
      responseId,
      requestName: textAt(objectAt(response['metadata'])['wish']),
    };
  }
  if (type === 'response.output_item.added') {
    const itemId = textAt(item['id']);
    return item['type'] === 'message' && itemId !== null ? { type: 'item-added', responseId, itemId } : null;
  }
  if (type === 'response.output_item.done') {
    const call = readCall(item);
    return call === null ? null : { type: 'call', responseId, call };
  }
  if (type !== 'response.done') return null;
  const details = objectAt(response['status_details']);
  const error = objectAt(details['error']);
  return {
    type: 'response-done',
    responseId,
    status: readStatus(response['status']),
    calls: objectsAt(response['output']).flatMap((output) => readCall(output) ?? []),
    usage: readUsage(objectAt(response['usage'])),
    reason: textAt(error['code']) ?? textAt(error['type']) ?? textAt(details['reason']),
  };
}

function readCall(item: Record<string, unknown>): WrittenCall | null {
  const callId = textAt(item['call_id']);
  const name = textAt(item['name']);
  if (item['type'] !== 'function_call' || callId === null || name === null) return null;
  return { callId, name, arguments: parseArguments(textAt(item['arguments']) ?? '') };
}

function readStatus(status: unknown): ResponseStatus {
  return status === 'cancelled' || status === 'incomplete' || status === 'failed' ? status : 'completed';
}

function readUsage(usage: Record<string, unknown>): ModelUsage {
  const { input_tokens: input, output_tokens: output } = usage;
  return {
    inputTokens: typeof input === 'number' ? input : null,
    outputTokens: typeof output === 'number' ? output : null,
  };
}
