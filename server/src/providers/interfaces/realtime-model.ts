import type { ModelUsage, ToolDescription } from './language-model.ts';
import type { ProviderError } from './provider-error.ts';

export interface RealtimeRates {
  inputRateHz: 8000 | 16000 | 24000;
  outputRateHz: 8000 | 16000 | 24000;
}

export interface RealtimeOptions {
  /** Sample rate of the call. A model may support the phone network's own format. */
  callRateHz: 8000 | 16000;
  instructions: string;
  /** `audio`: the model speaks; `text`: it writes, and a TTS voice speaks. */
  output: 'audio' | 'text';
  /** The voice's code without the vendor; null for text output. */
  voice: string | null;
  /** 0.7 to 1.2 */
  speed: number;
  /** As in `SpeechOptions`, if the model's voice has such settings; the instructions describe them, too. */
  stability: number;
  emotion: boolean;
  /** 0 to 1 */
  temperature: number;
  tools: readonly ToolDescription[];
  /** Words that the transcription should expect; ignored by models without the setting. */
  keywords: readonly string[];
  /** ISO 639-1, the main language first. */
  languages: readonly string[];
  /** 0 to 1; null for the model's default. */
  turnDetectionThreshold: number | null;
  /** Silence that ends a turn; null for the model's default. */
  endpointSilenceMs: number | null;
  /** The model detects the end of a turn by its content, if supported; otherwise by silence. */
  hasSemanticTurns: boolean;
  noiseReduction: boolean;
}

export type RealtimeEvent =
  | { type: 'ready' }
  | { type: 'customer-speech-started' }
  | { type: 'customer-speech-stopped' }
  /** No words were recognized in the last utterance; no reply follows. */
  | { type: 'customer-wordless' }
  | { type: 'customer-interim'; text: string }
  | { type: 'customer-text'; text: string; language: string | null }
  /** The model starts a reply; `itemId` identifies it. */
  | { type: 'reply-started'; itemId: string }
  /** Mono PCM at `RealtimeRates.outputRateHz`. */
  | { type: 'audio'; itemId: string; samples: Int16Array }
  /** Text that is spoken or written. */
  | { type: 'text-delta'; itemId: string; text: string }
  /** End of the item; the tool calls of the same reply came before. */
  | { type: 'reply-ended'; itemId: string }
  /** `arguments` is null if it is not a JSON object. */
  | { type: 'tool-call'; callId: string; name: string; arguments: Record<string, unknown> | null }
  /** The model no longer needs the result. */
  | { type: 'tool-call-canceled'; callId: string }
  | { type: 'usage'; usage: ModelUsage; audioMs: number | null }
  /** The current reply failed and ends; `fatal`: the session has ended. */
  | { type: 'failed'; error: ProviderError; fatal: boolean };

/** One conversation with a realtime model. Methods never throw. */
export interface RealtimeSession {
  /** Mono PCM at `RealtimeRates.inputRateHz`, in order. */
  sendAudio(samples: Int16Array): void;
  /** Adds a customer's text; the model replies after `respond`. */
  read(text: string): void;
  /** Requests a reply, with an optional instruction for it alone. */
  respond(instruction: string | null): void;
  /** Adds text that the assistant has said by other means. */
  addAssistantText(text: string): void;
  /**
   * The result of a tool call. The model continues on its own once all its calls have results, except for results that
   * are no longer awaited (`isAwaited` false): those are only added to the conversation.
   */
  toolResult(callId: string, output: unknown, isAwaited: boolean): void;
  /**
   * Ends the current reply; no more of its events follow. The customer heard `audioMs` of `itemId`, with the text
   * `text`; `itemId` is null if the reply had not started.
   */
  interrupt(itemId: string | null, heard: { audioMs: number; text: string }): void;
  close(): void;
}

/** A pause in the use of a model after a temporary failure. */
export interface RealtimeCoolDown {
  readonly isOn: boolean;
  begin(): void;
}

/** A model that takes audio and detects the customer's turns itself. */
export interface RealtimeModel {
  /** `vendor/model`, the code of the offer. */
  readonly id: string;
  /** Models that continue a conversation when this one fails, in order. */
  readonly fallbacks?: readonly RealtimeModel[];
  /** Shared by all calls: while it is on, conversations start with a fallback. */
  readonly coolDown?: RealtimeCoolDown;
  /** Sample rates in a call of this rate. */
  rates(callRateHz: 8000 | 16000): RealtimeRates;
  /**
   * Connects on its own. Where the vendor supports it, a session that reaches its time limit is transparently resumed
   * in a new one.
   */
  open(options: RealtimeOptions, listener: (event: RealtimeEvent) => void): RealtimeSession;
}
