import type { LiveCallData, LiveCallEvent, LiveCallType } from '#contract/live-call.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import { isJsonObject } from '../../../providers/interfaces/json.ts';

/** A stored utterance (`said`) or event of a call, in the order in which they happened. */
export interface CallRecord {
  /** Counts from 1 within the call. */
  seq: number;
  /** `said`, or the type of the stored event. */
  type: string;
  at: Date;
  data: Record<string, unknown>;
}

/** SSE id of a record, which clients send back as `Last-Event-ID`. */
function recordId(callId: number, seq: number): string {
  return `${callId}.${seq}`;
}

/** The number of the last record that a client has received; 0 for another call's id or an invalid one. */
export function seqOf(callId: number, lastEventId: string | null): number {
  const [, call, seq] = /^(\d{1,15})\.(\d{1,9})$/.exec(lastEventId ?? '') ?? [];
  return Number(call) === callId ? Number(seq) : 0;
}

/** The event of a record; null if supervisors do not see it, such as usage. */
export function recordedEvent(callId: number, record: CallRecord): LiveCallEvent | null {
  const content = contentOf(record);
  if (content === null) return null;
  return { ...content, id: recordId(callId, record.seq), timestamp: isoTimestamp(record.at) };
}

type Content = { [Type in LiveCallType]: { type: Type; data: LiveCallData<Type> } }[LiveCallType];

/** Stored data is ours, but older versions may have written it differently, so every field is checked. */
function contentOf({ type, data }: CallRecord): Content | null {
  switch (type) {
    case 'said': {
      const sender = data['sender'] === 'human' ? 'human' : 'bot';
      const text = textOf(data['text']);
      if (data['speaker'] !== 'supervisor') return { type: 'transcript.final', data: { sender, text } };
      return { type: 'transcript.final', data: { sender, speaker: 'supervisor', text } };
    }
    case 'turn-answered':
      return {
        type: 'turn.answered',
        data: {
          endpoint_ms: numberOf(data['endpointMs']),
          transcript_ms: numberOf(data['transcriptMs']),
          model_ms: numberOf(data['modelMs']),
          speech_ms: numberOf(data['speechMs']),
          total_ms: numberOf(data['totalMs']) ?? 0,
        },
      };
    case 'tool-called': {
      const call = objectOf(data['functionCall']);
      return {
        type: 'tool.called',
        data: {
          name: textOf(call['name']),
          arguments: objectOf(call['arguments']),
          result: objectOf(call['result']),
          failed: data['failed'] === true,
          duration_ms: Math.round(numberOf(data['durationMs']) ?? 0),
        },
      };
    }
    case 'provider-failed': {
      const by = typeof data['by'] === 'string' ? data['by'] : null;
      return { type: 'provider.failed', data: { reason: textOf(data['reason']), by } };
    }
    case 'model-replaced':
      return { type: 'model.replaced', data: { model: textOf(data['model']), by: textOf(data['by']) } };
    case 'interrupted':
      return { type: 'call.interrupted', data: {} };
    case 'answered-by':
      return { type: 'call.answered_by', data: { answered_by: answererOf(data['answeredBy']) } };
    case 'transferred':
      return {
        type: 'call.transferred',
        data: {
          kind: data['kind'] === 'warm' || data['kind'] === 'assistant' ? data['kind'] : 'blind',
          target: textOf(data['target']),
          outcome: data['outcome'] === 'connected' ? 'connected' : 'failed',
          reason: typeof data['reason'] === 'string' ? data['reason'] : null,
        },
      };
    case 'digit':
      return { type: 'digit.pressed', data: { digit: textOf(data['digit']) } };
    case 'supervisor-joined':
      return { type: 'supervisor.joined', data: {} };
    case 'supervisor-left':
      return { type: 'supervisor.left', data: {} };
    case 'supervisor-note':
      return { type: 'supervisor.note', data: { text: textOf(data['text']) } };
    default:
      return null;
  }
}

function answererOf(value: unknown): 'human' | 'machine' | 'unknown' {
  return value === 'human' || value === 'machine' ? value : 'unknown';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function objectOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
