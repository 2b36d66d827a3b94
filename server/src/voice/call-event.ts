import type { FunctionCall } from '../agent/tool.ts';
import type { ModelCallRecord } from '../agent/turn.ts';
import type { SpeechUsage } from './engines/engine.ts';
import type { VoiceSettings } from './settings.ts';

/** Who or what answered an outbound call. */
export type AnsweredBy = 'human' | 'machine' | 'unknown';

/** From the end of the customer's turn to the first sound of the answer, and what it went into. Null: did not happen. */
export interface TurnLatency {
  /** Silence that was waited for before the turn counted as over. */
  endpointMs: number | null;
  /** From there to the last word of the transcript. */
  transcriptMs: number | null;
  /** From the question to the model's first word. */
  modelMs: number | null;
  /** From the first words to the first sound. */
  speechMs: number | null;
  /** From the customer's last sound to the first sound of the answer that went out. */
  totalMs: number;
}

/**
 * What an answer was given with, and its latency belongs to. Codes of the catalogue; null: the mode has none, or somebody
 * else stood in for it.
 */
export interface TurnSetup {
  mode: VoiceSettings['mode'];
  endpointType: VoiceSettings['endpointType'];
  endpointSilenceMs: number;
  /** Of `pipeline` the language model, else the realtime model. */
  model: string | null;
  transcriber: string | null;
  synthesizer: string | null;
}

/**
 * What happens in a call, as observers (transcript, costs, latency, live views) are told, mostly when it is over. `atMs`
 * counts from the answer, and so does `sinceMs`: when it began.
 */
export type CallEvent = {
  atMs: number;
} /** What was really heard of something that the assistant said. */ & (
  | {
      type: 'assistant-said';
      replyId: string;
      /** Its first sound. */
      sinceMs: number;
      text: string;
      interrupted: boolean;
      functionCalls: readonly FunctionCall[];
    }
  | { type: 'customer-said'; sinceMs: number; text: string; language: string | null }
  | { type: 'digit'; digit: string }
  /** `sinceMs`: the customer's last sound. */
  | { type: 'turn-answered'; replyId: string; sinceMs: number; latency: TurnLatency; setup: TurnSetup }
  /** The customer spoke over the assistant and it stopped; `stopMs` from the first sound to the last of ours. */
  | { type: 'interrupted'; replyId: string; stopMs: number }
  /** It was a noise: the assistant went on. */
  | { type: 'resumed'; replyId: string }
  | { type: 'tool-called'; functionCall: FunctionCall; failed: boolean; durationMs: number }
  /** For a second of the customer's sound or more there was no time to take the noise away; once for each assistant. */
  | { type: 'noise-kept' }
  | { type: 'answered-by'; answeredBy: AnsweredBy }
  | { type: 'reengaged' }
  | {
      type: 'transferred';
      kind: 'blind' | 'warm' | 'assistant';
      target: string;
      outcome: 'connected' | 'failed';
      reason: string | null;
    }
  | { type: 'model-call'; call: ModelCallRecord }
  | { type: 'speech-usage'; usage: SpeechUsage }
  /** `by`: the code of the speech provider that took over; absent: none did, or the same one was retried. */
  | { type: 'provider-failed'; reason: string; by?: string }
  /** From here on another realtime model holds the conversation. Codes of the catalogue. */
  | { type: 'model-replaced'; model: string; by: string }
);

/** How a call that was answered ended. */
export interface CallOutcome {
  status: 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'failed';
  /** In words for the account's owner: `max duration`, `silence`, `voicemail`, `the customer hung up`, … */
  reason: string;
  /**
   * Whom it failed through: the line that carried it, or the assistant, also where the customer hung up on one whose answer
   * had not come. Absent: nobody.
   */
  failedBy?: 'line' | 'assistant';
  /** From the answer to the end. */
  durationMs: number;
  answeredBy: AnsweredBy | null;
}
