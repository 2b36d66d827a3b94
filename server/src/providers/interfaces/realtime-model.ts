import type { ModelUsage, ToolDescription } from './language-model.ts';
import type { ProviderError } from './provider-error.ts';

export interface RealtimeRates {
  /** Of what the model hears. */
  inputRateHz: 8000 | 16000 | 24000;
  /** Of what it says. */
  outputRateHz: 8000 | 16000 | 24000;
}

export interface RealtimeOptions {
  /** Of the call: a model may speak a telephone's own format. */
  callRateHz: 8000 | 16000;
  instructions: string;
  /** `audio`: the model speaks; `text`: it writes and a voice of ours speaks. */
  output: 'audio' | 'text';
  /** The part of the voice's code after the vendor; null where it does not speak. */
  voice: string | null;
  /** 0.7 to 1.2 */
  speed: number;
  /** As in `SpeechOptions`, for models whose voice has such settings; the instructions tell them in words, too. */
  stability: number;
  emotion: boolean;
  /** 0 to 1 */
  temperature: number;
  tools: readonly ToolDescription[];
  /** ISO 639-1, the main language first. */
  languages: readonly string[];
  /** 0 to 1; null: the model's own. */
  turnDetectionThreshold: number | null;
  /** Silence after which a turn is over; null: the model's own. */
  endpointSilenceMs: number | null;
  /** The model judges by what is said whether a turn is over, where it can; silence alone where it cannot. */
  judgesTurns: boolean;
  noiseReduction: boolean;
}

export type RealtimeEvent =
  | { type: 'ready' }
  | { type: 'customer-speech-started' }
  | { type: 'customer-speech-stopped' }
  /** No word was understood of what it heard last: it answers nothing. */
  | { type: 'customer-wordless' }
  | { type: 'customer-interim'; text: string }
  | { type: 'customer-text'; text: string; language: string | null }
  /** The model begins to answer; `itemId` names what it says. */
  | { type: 'reply-started'; itemId: string }
  /** Mono PCM at `RealtimeRates.outputRateHz`. */
  | { type: 'audio'; itemId: string; samples: Int16Array }
  /** What is being said, or written, in pieces. */
  | { type: 'text-delta'; itemId: string; text: string }
  /** Nothing more of this item follows; the tool calls of the same answer were told before. */
  | { type: 'reply-ended'; itemId: string }
  /** `arguments` null: what the model wrote is no JSON object. */
  | { type: 'tool-call'; callId: string; name: string; arguments: Record<string, unknown> | null }
  /** The model does not want the outcome any more. */
  | { type: 'tool-call-cancelled'; callId: string }
  | { type: 'usage'; usage: ModelUsage; audioMs: number | null }
  /** The answer under way failed and nothing more of it follows; `fatal`: the session is over. */
  | { type: 'failed'; error: ProviderError; fatal: boolean };

/** One conversation with a model that hears. Methods never throw. */
export interface RealtimeSession {
  /** Mono PCM at `RealtimeRates.inputRateHz`, in order. */
  hear(samples: Int16Array): void;
  /** Adds words of the customer; the model answers when it is asked to `respond`. */
  read(text: string): void;
  /** Asks for an answer, with an instruction for this one alone. */
  respond(instruction: string | null): void;
  /** Tells the model that it has said these words. */
  addAssistantText(text: string): void;
  /**
   * What a tool answered. The model goes on by itself once all its calls have their results, unless nobody waits for this
   * one any more (`isAwaited` false): then it only knows.
   */
  toolResult(callId: string, output: unknown, isAwaited: boolean): void;
  /**
   * Ends the answer under way, of which nothing is told any more. `audioMs` of `itemId` were really heard, `text` is what
   * they said; null: the answer had not begun.
   */
  interrupt(itemId: string | null, heard: { audioMs: number; text: string }): void;
  close(): void;
}

/** Time in which a model is left alone, as it was lost for a reason that passes. */
export interface RealtimeRest {
  readonly isOn: boolean;
  begin(): void;
}

/** A model that hears speech and finds the customer's turns itself. */
export interface RealtimeModel {
  /** `vendor/model`, the code of the offer. */
  readonly id: string;
  /** Models that go on with a conversation which this one has lost, the first of them first. Absent: none does. */
  readonly fallbacks?: readonly RealtimeModel[];
  /** Shared by all calls: while it is on, conversations begin with a fallback. Absent: it never rests. */
  readonly rest?: RealtimeRest;
  /** At which rates it hears and speaks in a call of this rate. */
  rates(callRateHz: 8000 | 16000): RealtimeRates;
  /** Connects by itself. A session that the vendor ends (a time limit) is continued in a new one unseen, where the vendor can. */
  open(options: RealtimeOptions, listener: (event: RealtimeEvent) => void): RealtimeSession;
}
