import type { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechOptions, SpeechWord } from '../../interfaces/tts-provider.ts';

/** A vendor's message about one of a connection's speeches. */
export interface SpeechMessage {
  /** Null for a message about the whole connection. */
  contextId: string | null;
  audio?: Uint8Array;
  isDone?: boolean;
  error?: ProviderError;
}

/** Parses word timings of one speech; stateful across messages. */
export interface WordReader {
  /** Times from the start of the speech. @param audioMs audio before this message */
  read(message: Record<string, unknown>, audioMs: number): readonly SpeechWord[];
  /** The last word, if its end was still open. */
  rest(): readonly SpeechWord[];
}

/** Protocol of a vendor's WebSocket with several concurrent speeches (contexts). */
export interface SpeechProtocol {
  /** Display name: `ElevenLabs`. */
  vendor: string;
  /** Concurrent speeches per connection. */
  speechesPerConnection: number;
  headers: Record<string, string>;
  /** Speeches with the same URL share connections. */
  url(options: SpeechOptions): string;
  /** Messages for a text segment; the first one of a speech may need more. */
  say(contextId: string, text: string, about: { options: SpeechOptions; isFirst: boolean }): object[];
  /** Ends the speech's text. */
  finish(contextId: string, options: SpeechOptions): object[];
  cancel(contextId: string): object[];
  /** Null for irrelevant or unknown messages. */
  read(message: Record<string, unknown>): SpeechMessage | null;
  createWordReader(): WordReader;
}
