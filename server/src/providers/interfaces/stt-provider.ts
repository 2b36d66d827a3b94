import type { ProviderError } from './provider-error.ts';

export type TranscriptEvent =
  /** The transcript of the current segment so far; replaces the previous one. */
  | { type: 'interim'; text: string }
  /**
   * A final segment; segments follow each other. At least one follows each `speechStopped`; an empty one means that
   * nothing (more) was recognized.
   */
  | { type: 'final'; text: string; language: string | null }
  /** The vendor has detected the end of the speaker's turn. */
  | { type: 'end-of-turn' }
  /** Billed audio since the last report; the rest follows during `close`. */
  | { type: 'usage'; audioMs: number }
  /** The session has ended; no more events follow. */
  | { type: 'failed'; error: ProviderError };

export interface SttOptions {
  sampleRateHz: 8000 | 16000;
  /** ISO 639-1, the main language first; with several, the spoken one is detected if the vendor can. */
  languages: readonly string[];
  /** Words that are likely to occur: names, products. */
  hints: readonly string[];
  /** `always`: the replacement transcribes from the start, because the provider failed earlier in this call. */
  fallback?: 'always';
  /** Called when a provider failed and the one with the code `by` replaced it; the session continues. */
  onReplaced?: (error: ProviderError, by: string) => void;
}

/** The transcription of one call. Methods never throw. */
export interface SttSession {
  /** Mono PCM, in order. The caller may reuse the buffer afterwards. */
  write(samples: Int16Array): void;
  /** Speech boundaries from our own voice activity detection; providers without streaming cut segments here. */
  speechStarted(): void;
  speechStopped(): void;
  close(): void;
}

/** Streaming speech to text. */
export interface SttProvider {
  /** The code of the offer, for example `deepgram`. */
  readonly code: string;
  /** Connects on its own, and reconnects a few times before it emits `failed`. */
  open(options: SttOptions, listener: (event: TranscriptEvent) => void): SttSession;
}
