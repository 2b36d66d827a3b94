import { isJsonObject } from '../../interfaces/json.ts';
import type { ModelUsage } from '../../interfaces/language-model.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../../kit/json-parts.ts';

export interface LiveCall {
  callId: string;
  name: string;
  /** Null: no object. */
  arguments: Record<string, unknown> | null;
}

/** One message of the server may say several of these; all that it does not say is empty, false or null. */
export interface LiveMessage {
  isSetUp: boolean;
  /** Of the model's voice, in base64. */
  audio: string[];
  /** What the model says. */
  said: string;
  /** What the customer says. */
  heard: string;
  /** The customer has spoken over the model. */
  isInterrupted: boolean;
  /** Nothing more of this answer comes. */
  isGenerated: boolean;
  /** It is the customer's turn. */
  isTurnOver: boolean;
  calls: LiveCall[];
  cancelledCalls: string[];
  /** The connection ends soon; in milliseconds, null where it is not said. */
  goAway: { inMs: number | null } | null;
  /** With which the session can be taken up again; null: none, or not told. */
  handle: string | null;
  usage: ModelUsage | null;
}

/** Null: no message of the protocol. */
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
    said: transcription(content['outputTranscription']),
    heard: transcription(content['inputTranscription']),
    isInterrupted: content['interrupted'] === true,
    isGenerated: content['generationComplete'] === true,
    isTurnOver: content['turnComplete'] === true,
    calls: objectsAt(objectAt(message['toolCall'])['functionCalls']).flatMap(readCall),
    cancelledCalls: idsOf(objectAt(message['toolCallCancellation'])['ids']),
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
