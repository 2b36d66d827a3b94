import type { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechOptions, SpeechWord } from '../../interfaces/streaming-synthesizer.ts';

/** What a vendor says about one speech of several on a connection. */
export interface SpeechMessage {
  /** Null: about the connection as a whole. */
  contextId: string | null;
  audio?: Uint8Array;
  isDone?: boolean;
  error?: ProviderError;
}

/** Reads the times of one speech's words; knows what came before. */
export interface WordReader {
  /** Times from the beginning of the speech. @param audioMs how much sound of it came before this message */
  read(message: Record<string, unknown>, audioMs: number): readonly SpeechWord[];
  /** A word that waited for its end. */
  rest(): readonly SpeechWord[];
}

/** How a vendor's WebSocket of several speeches at a time (contexts) is spoken to. */
export interface SpeechProtocol {
  /** For people: `ElevenLabs`. */
  vendor: string;
  /** Speeches that one connection carries at a time. */
  speechesPerConnection: number;
  headers: Record<string, string>;
  /** Connections with the same URL are shared. */
  url(options: SpeechOptions): string;
  /** Messages for one piece of text; the first one of a speech may need more. */
  say(contextId: string, text: string, about: { options: SpeechOptions; isFirst: boolean }): object[];
  /** Nothing follows. */
  finish(contextId: string, options: SpeechOptions): object[];
  cancel(contextId: string): object[];
  /** Null: of no interest, or not understood. */
  read(message: Record<string, unknown>): SpeechMessage | null;
  createWordReader(): WordReader;
}
