import type { FunctionCall } from '../agent/tool.ts';
import type { ModelCallRecord } from '../agent/turn.ts';
import type { SpeechUsage } from './engines/engine.ts';
import type { VoiceSettings } from './settings.ts';

/** The kind of party that answered an outbound call. */
export type AnsweredBy = 'human' | 'machine' | 'unknown';

/**
 * Latency from the end of the customer's turn to the first audio of the answer, in ms, with its parts. A part is null
 * if it does not apply.
 */
export interface TurnLatency {
  /** Silence before the turn counted as over. */
  endpointMs: number | null;
  /** From the end of the turn to the last word of the transcript. */
  transcriptMs: number | null;
  /** From the request to the model's first token. */
  modelMs: number | null;
  /** From the first token to the first audio. */
  speechMs: number | null;
  /** From the customer's last sound to the first audio sent. */
  totalMs: number;
}

/**
 * Configuration that produced an answer; groups latencies. Catalog codes; null if the mode has no such part or another
 * provider replaced it.
 */
export interface TurnSetup {
  mode: VoiceSettings['mode'];
  endpointType: VoiceSettings['endpointType'];
  endpointSilenceMs: number;
  /** The language model in `pipeline`, otherwise the realtime model. */
  model: string | null;
  transcriber: string | null;
  synthesizer: string | null;
}

/** A part of an assistant that a fallback can replace; realtime models have their own event. */
export type ReplacedPart = 'voice' | 'transcriber' | 'model';

/**
 * Events of a call for observers (transcript, costs, latency, live views), mostly emitted once finished. `atMs` and
 * `sinceMs` (start) count from the answer.
 */
export type CallEvent = {
  atMs: number;
} /** The part of a reply that the customer heard. */ & (
  | {
      type: 'assistant-said';
      replyId: string;
      /** First audio of the reply. */
      sinceMs: number;
      text: string;
      interrupted: boolean;
      functionCalls: readonly FunctionCall[];
    }
  | { type: 'customer-said'; sinceMs: number; text: string; language: string | null }
  | { type: 'digit'; digit: string }
  /** `sinceMs`: the customer's last sound. */
  | { type: 'turn-answered'; replyId: string; sinceMs: number; latency: TurnLatency; setup: TurnSetup }
  /** Barge-in: the customer spoke and the assistant stopped. `stopMs`: from their first sound to our last. */
  | { type: 'interrupted'; replyId: string; stopMs: number }
  /** False interruption: the assistant resumed. */
  | { type: 'resumed'; replyId: string }
  /** `key`: the `Idempotency-Key` of its request. */
  | { type: 'tool-called'; functionCall: FunctionCall; key: string; failed: boolean; durationMs: number }
  /** A second or more of customer audio passed through without noise cancellation; once per assistant. */
  | { type: 'noise-kept' }
  | { type: 'answered-by'; answeredBy: AnsweredBy }
  /** The voicemail message was left. Without a beep before it, the machine may not have recorded it. */
  | { type: 'voicemail-left'; afterBeep: boolean }
  | { type: 'reengaged' }
  /** A supervisor spoke to the customer instead of the assistant, between `supervisor-joined` and `supervisor-left`. */
  | { type: 'supervisor-said'; sinceMs: number; text: string; language: string | null }
  | { type: 'supervisor-joined' }
  | { type: 'supervisor-left' }
  /** A supervisor's instruction to the assistant, which the customer did not hear. */
  | { type: 'supervisor-note'; text: string }
  | {
      type: 'transferred';
      kind: 'blind' | 'warm' | 'assistant';
      target: string;
      outcome: 'connected' | 'failed';
      reason: string | null;
    }
  | { type: 'model-call'; call: ModelCallRecord }
  | { type: 'speech-usage'; usage: SpeechUsage }
  /**
   * `by`: code of the provider or language model that took over, with the failed `part` and its code `from`; absent if
   * none took over or the same one was retried.
   */
  | { type: 'provider-failed'; reason: string; by?: string; part?: ReplacedPart; from?: string }
  /** Another realtime model took over the conversation. Catalog codes. No `reason` if it had failed before the call. */
  | { type: 'model-replaced'; model: string; by: string; reason?: string }
);

export type UntimedEvent = CallEvent extends infer Each
  ? Each extends CallEvent
    ? Omit<Each, 'atMs'>
    : never
  : never;

/** Speech in progress: the words so far. */
export interface PartialSpeech {
  /** `bot`: the part that the customer has heard. */
  sender: 'bot' | 'human';
  text: string;
}

export interface CallOutcome {
  status: 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'failed';
  /** Human-readable, for the account's owner: `max duration`, `silence`, `voicemail`, `the customer hung up`, … */
  reason: string;
  /**
   * The failed side: the line, or the assistant (even if the customer hung up while an answer was overdue). Absent if
   * nothing failed.
   */
  failedBy?: 'line' | 'assistant';
  durationMs: number;
  answeredBy: AnsweredBy | null;
}
