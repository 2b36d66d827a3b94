/** Mono 16-bit PCM. */
export interface SpokenAudio {
  samples: Int16Array;
  sampleRateHz: number;
}

/** Speaks whole texts; the caller splits sentences. */
export interface SpeechSynthesizer {
  /** The code of the offer, for example `flite`. */
  readonly code: string;
  /** @param voice the part of the voice's code after the vendor. Throws a `ProviderError`. */
  speak(text: string, voice: string, signal: AbortSignal): Promise<SpokenAudio>;
}
