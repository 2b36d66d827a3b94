import type { ProviderError } from './provider-error.ts';

export type TranscriptEvent =
  /** What is being said, so far; replaces the one before. */
  | { type: 'interim'; text: string }
  /**
   * A piece that will not change; pieces follow each other. At least one follows every `speechStopped`; an empty one says that
   * nothing, or nothing more, was understood.
   */
  | { type: 'final'; text: string; language: string | null }
  /** The vendor is sure that the speaker has finished the turn. */
  | { type: 'end-of-turn' }
  /** How much was billed for since the last time; the rest comes while `close` runs. */
  | { type: 'usage'; audioMs: number }
  /** The session is over; nothing follows. */
  | { type: 'failed'; error: ProviderError };

export interface TranscriberOptions {
  sampleRateHz: 8000 | 16000;
  /** ISO 639-1, the main language first; with several, the one that is spoken is detected where the vendor can. */
  languages: readonly string[];
  /** Words that are likely to be said: names, products. */
  hints: readonly string[];
  /** Called when a provider failed and the one with the code `by` replaced it; the session goes on. */
  onReplaced?: (error: ProviderError, by: string) => void;
}

/** One call's ears. Methods never throw. */
export interface TranscriberSession {
  /** Mono PCM, in order. The samples may be written over afterwards. */
  write(samples: Int16Array): void;
  /** The speaker began, or stopped, as the loop's own detector hears it: a transcriber of whole segments cuts here. */
  speechStarted(): void;
  speechStopped(): void;
  close(): void;
}

/** Speech to text as it is spoken. */
export interface Transcriber {
  /** The code of the offer, for example `deepgram`. */
  readonly code: string;
  /** Connects by itself; a connection that breaks is opened again a few times before `failed` is told. */
  open(options: TranscriberOptions, listener: (event: TranscriptEvent) => void): TranscriberSession;
}
