import type { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechOptions, SpeechWord } from '../../interfaces/tts-provider.ts';

/** A vendor's message about a TTS request on the connection. */
export interface SpeechMessage {
  /** Null for a message about the whole connection. */
  contextId: string | null;
  audio?: Uint8Array;
  isDone?: boolean;
  error?: ProviderError;
}

/** Parses word timings of one TTS request; stateful across messages. */
export interface WordReader {
  /** Times from the start of the request's audio. @param audioMs audio before this message */
  read(message: Record<string, unknown>, audioMs: number): readonly SpeechWord[];
  /** The last word, if its end was still open. */
  rest(): readonly SpeechWord[];
}

/** Protocol of a vendor's WebSocket with several concurrent TTS requests (contexts). */
export interface SpeechProtocol {
  /** Display name: `ElevenLabs`. */
  vendor: string;
  /** Concurrent TTS requests per connection. */
  speechesPerConnection: number;
  headers: Record<string, string>;
  /** Sends `SpeechOptions.phonemes`, with the model in use. */
  takesIpa?: boolean;
  /** TTS requests with the same URL share connections. */
  url(options: SpeechOptions): string;
  /** Messages for a text segment; the first segment of a TTS request may need more. */
  say(contextId: string, text: string, about: { options: SpeechOptions; isFirst: boolean }): object[];
  /** Ends the text of a TTS request. */
  finish(contextId: string, options: SpeechOptions): object[];
  cancel(contextId: string): object[];
  /** Null for irrelevant or unknown messages. */
  read(message: Record<string, unknown>): SpeechMessage | null;
  createWordReader(): WordReader;
}
