/** Mono PCM of what is spoken, with its words where the vendor tells them. */
export interface SpeechChunk {
  /** At `SpeechOptions.sampleRateHz`. */
  samples: Int16Array;
  /** Times from the beginning of the whole speech; empty where the vendor does not tell. */
  words: readonly { text: string; startMs: number; endMs: number }[];
}

export interface SpeechOptions {
  /** The part of the voice's code after the vendor. */
  voice: string;
  /** ISO 639-1 */
  language: string;
  sampleRateHz: 8000 | 16000;
  /** 0.7 to 1.2; 1 is the voice's own. */
  speed: number;
  /** 0 to 1; vendors without it leave it out. */
  stability: number;
  /** 0 to 1; vendors without it leave it out. */
  similarity: number;
  emotion: boolean;
}

/** Text to speech as the text comes. */
export interface StreamingSynthesizer {
  /** The code of the offer, for example `elevenlabs`. */
  readonly code: string;
  /**
   * Speaks pieces of text (a clause or a sentence each) as they come, without a pause that the text does not have; ends
   * when they end. Text that cannot be spoken (no word in it) is silence. Throws a `ProviderError`; an abort ends the
   * vendor's work at once.
   */
  speak(
    pieces: AsyncIterable<string>,
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncIterable<SpeechChunk>;
}
