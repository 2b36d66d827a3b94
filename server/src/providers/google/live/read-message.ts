import { isJsonObject } from '../../interfaces/json.ts';
import type { ModelUsage } from '../../interfaces/language-model.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../../kit/json-parts.ts';

export interface LiveCall {
  callId: string;
  name: string;
  /** Null if not a JSON object. */
  arguments: Record<string, unknown> | null;
}

/** One server message with any combination of these; missing parts are empty, false or null. */
export interface LiveMessage {
  isSetUp: boolean;
  /** The model's audio in base64. */
  audio: string[];
  /** Transcript of the model's audio. */
  replyText: string;
  /** Transcript of the customer's audio. */
  heard: string;
  /** The customer interrupted the model. */
  isInterrupted: boolean;
  /** No more output of this reply follows. */
  isGenerated: boolean;
  /** The model's turn is complete. */
  isTurnComplete: boolean;
  calls: LiveCall[];
  canceledCalls: string[];
  /** The connection closes soon; milliseconds, or null if unspecified. */
  goAway: { inMs: number | null } | null;
  /** Handle to resume the session; null if absent. */
  handle: string | null;
  usage: ModelUsage | null;
}

/** Null for anything but a protocol message. */
export function readLiveMessage(text: string): LiveMessage | null {
  const message = parseJsonObject(text);
  if (message === null) return null;
  const content = objectAt(message['serverContent']);
  const parts = objectsAt(objectAt(content['modelTurn'])['parts']);
  const resumption = objectAt(message['sessionResumptionUpdate']);
  return {
    isSetUp: 'setupComplete' in message,
    audio: parts.flatMap((part) => {
      const { mimeType, data } = objectAt(part['inlineData']);
      return typeof data === 'string' && String(mimeType).startsWith('audio/') ? [data] : [];
    }),
    replyText: transcription(content['outputTranscription']),
    heard: transcription(content['inputTranscription']),
    isInterrupted: content['interrupted'] === true,
    isGenerated: content['generationComplete'] === true,
    isTurnComplete: content['turnComplete'] === true,
    calls: objectsAt(objectAt(message['toolCall'])['functionCalls']).flatMap(readCall),
    canceledCalls: idsOf(objectAt(message['toolCallCancellation'])['ids']),
    goAway: 'goAway' in message ? { inMs: durationMs(objectAt(message['goAway'])['timeLeft']) } : null,
    handle: resumption['resumable'] === true ? textAt(resumption['newHandle']) : null,
    usage: readUsage(message['usageMetadata']),
  };
}

function transcription(value: unknown): string {
  const { text } = objectAt(value);
  return typeof text === 'string' ? text : '';
}

function readCall(call: Record<string, unknown>): LiveCall[] {
  const callId = textAt(call['id']);
  const name = textAt(call['name']);
  if (callId === null || name === null) return [];
  const given = call['args'] ?? {};
  return [{ callId, name, arguments: isJsonObject(given) ? given : null }];
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((id) => textAt(id) ?? []) : [];
}

/** `50s`, `9.5s`. */
function durationMs(value: unknown): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(value))?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function readUsage(value: unknown): ModelUsage | null {
  if (value === undefined || value === null) return null;
  const { promptTokenCount: input, responseTokenCount: output } = objectAt(value);
  return {
    inputTokens: typeof input === 'number' ? input : null,
    outputTokens: typeof output === 'number' ? output : null,
  };
}
