import type { ProviderError } from './provider-error.ts';

/** Mono PCM of what is spoken, with its words where their times are known. */
export interface SpeechChunk {
  /** At `SpeechOptions.sampleRateHz`; empty where only words come. */
  samples: Int16Array;
  /**
   * Times from the beginning of the whole speech; they grow, and may lie ahead of the samples that came so far. As the
   * vendor tells them; where it does not, estimated by syllables between the first and the last sound of each piece.
   */
  words: readonly SpeechWord[];
}

export interface SpeechWord {
  /** As it stands in the text, with its punctuation. */
  text: string;
  startMs: number;
  endMs: number;
}

export interface SpeechOptions {
  /** The part of the voice's code after the vendor. */
  voice: string;
  /** ISO 639-1, of the text. */
  language: string;
  sampleRateHz: 8000 | 16000;
  /** 0.7 to 1.2; 1 is the voice's own. */
  speed: number;
  /** How evenly it is spoken, 0 to 1; voices that cannot vary it leave it out. */
  stability: number;
  /** 0 to 1; vendors without it leave it out. */
  similarity: number;
  /** False: calmly, without feelings; voices that have none leave it out. */
  emotion: boolean;
  /** Called when a provider failed and the one with the code `by` replaced it; the speech goes on. */
  onReplaced?: (error: ProviderError, by: string) => void;
  /** `never`: only this provider speaks; `always`: it failed in this call before, so its fallback speaks. Absent: only after a failure. */
  fallback?: 'never' | 'always';
  /** The provider has spoken in this call: it is not down, and may take longer for a sound. */
  hasSpoken?: boolean;
}

/** Text to speech as the text comes. */
export interface StreamingSynthesizer {
  /** The code of the offer, for example `elevenlabs`. */
  readonly code: string;
  /**
   * Speaks pieces of text (a clause or a sentence each) as they come, without a pause that the text does not have; ends
   * when they end. Text that cannot be spoken (no word in it) is silence. Throws a `ProviderError`; an abort, and a reader
   * who leaves, end the vendor's work at once.
   */
  speak(
    pieces: AsyncIterable<string>,
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncIterable<SpeechChunk>;
}
