/** What the configuration says about vendors of speech. Keys are secrets: never log these. */
export interface SpeechConfig {
  /** Absent: the vendor is not used. */
  deepgram?: SpeechVendorConfig;
  elevenlabs?: SpeechVendorConfig;
  cartesia?: SpeechVendorConfig;
  openai?: OpenAiSpeechConfig;
  /** OpenAI-compatible endpoints of the reader's own. */
  synthesizer?: CompatibleSpeechConfig;
  transcriber?: CompatibleSpeechConfig;
  /** What pocketsphinx listens for; empty: any English, which it is bad at. */
  pocketsphinxPhrases: string[];
  /** Code of the provider that takes over when another fails; null: none. */
  fallbackSynthesizer: string | null;
  fallbackTranscriber: string | null;
  /** Code of the realtime model that takes over when another fails; `off`: none; null: the first of each other vendor. */
  fallbackRealtimeModel: string | null;
}

export interface SpeechVendorConfig {
  apiKey: string;
  /** Root of the API including its version where it has one; the vendor's own when absent. */
  baseUrl?: string;
  model?: string;
  /** Of vendors that speak; the vendor's own list when absent. */
  voices?: NamedVoice[];
}

export interface OpenAiSpeechConfig {
  apiKey: string;
  baseUrl?: string;
  /** Null: not used. */
  speechModel: string | null;
  transcriptionModel: string | null;
  voices?: NamedVoice[];
}

export interface CompatibleSpeechConfig {
  /** Code of the offer: a–z, 0–9 and -; no vendor's own name. */
  name: string;
  /** Root of the API including its version. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Of an endpoint that speaks: at least one. */
  voices: NamedVoice[];
}

export interface NamedVoice {
  /** As the vendor writes it. */
  id: string;
  /** As the catalogue shows it. */
  name: string;
}
