import type { Pronunciation } from '#contract/pronunciations.ts';
import type { ProviderError } from './provider-error.ts';

/** Mono PCM of synthesized speech, with word timings. */
export interface SpeechChunk {
  /** At `SpeechOptions.sampleRateHz`; may be empty. */
  samples: Int16Array;
  /**
   * Times from the start of the whole utterance, ascending, possibly ahead of the samples. From the vendor if it reports
   * them; otherwise estimated by syllables between the first and the last sound of each segment.
   */
  words: readonly SpeechWord[];
}

export interface SpeechWord {
  /** As in the text, with its punctuation. */
  text: string;
  startMs: number;
  endMs: number;
}

export interface SpeechOptions {
  /** The voice's code without the vendor. */
  voice: string;
  /** ISO 639-1, of the text. */
  language: string;
  sampleRateHz: 8000 | 16000;
  /** 0.7 to 1.2; 1 is the voice's own. */
  speed: number;
  /** 0 to 1; ignored by voices without the setting. */
  stability: number;
  /** 0 to 1; ignored by vendors without the setting. */
  similarity: number;
  /** False for a calm voice without emotion; ignored by voices without the setting. */
  emotion: boolean;
  /** IPA of whole words; vendors that take none say the words as written. */
  phonemes?: readonly Pick<Pronunciation, 'word' | 'pronunciation'>[];
  /** Called when a provider failed and the one with the code `by` replaced it; the speech continues. */
  onReplaced?: (error: ProviderError, by: string) => void;
  /**
   * `never`: only this provider; `always`: its fallback, because it failed earlier in this call. Default: fall back
   * after a failure.
   */
  fallback?: 'never' | 'always';
  /** The provider has spoken earlier in this call, so it works and may take longer for its first sound. */
  hasSpoken?: boolean;
}

/** Streaming text to speech. */
export interface TtsProvider {
  /** The code of the offer, for example `elevenlabs`. */
  readonly code: string;
  /** Uses `SpeechOptions.phonemes`. Default: false. */
  readonly takesIpa?: boolean;
  /** Code of the provider that takes over in a language (ISO 639-1), or null. Absent without fallbacks. */
  fallbackCode?(language: string): string | null;
  /**
   * Speaks segments of text (a clause or a sentence each) as they arrive, without added pauses, and ends when they end.
   * Text without words is silence. Throws a `ProviderError`. An abort, or ending the iteration, immediately ends the
   * vendor's work.
   */
  speak(
    segments: AsyncIterable<string>,
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncIterable<SpeechChunk>;
}
