/** Configuration of speech vendors. Keys are secrets: never log them. */
export interface SpeechConfig {
  /** Vendors that only offer speech and have a key, by code. */
  vendors: ReadonlyMap<string, SpeechVendorConfig>;
  /** Absent if the vendor is not used. */
  openai?: OpenAiSpeechConfig;
  /** OpenAI-compatible endpoints. */
  tts?: CompatibleSpeechConfig;
  stt?: CompatibleSpeechConfig;
  /** Phrases that pocketsphinx recognizes; empty for any English, with poor accuracy. */
  pocketsphinxPhrases: string[];
  /** Code of the provider that replaces a failing one; null if absent. */
  fallbackTts: string | null;
  fallbackStt: string | null;
  /**
   * Code of the realtime model that replaces a failing one; `off` for no fallback, null for the first model of each
   * other vendor.
   */
  fallbackRealtimeModel: string | null;
}

export interface SpeechVendorConfig {
  apiKey: string;
  /** Base URL with the API version, if any. */
  baseUrl: string;
  model: string;
  /** Only for TTS vendors; empty for the vendor's own list. */
  voices: NamedVoice[];
}

export interface OpenAiSpeechConfig {
  apiKey: string;
  baseUrl?: string;
  /** Null if not used. */
  speechModel: string | null;
  transcriptionModel: string | null;
  voices?: NamedVoice[];
}

export interface CompatibleSpeechConfig {
  /** Code of the offer: a–z, 0–9 and -; not a vendor's name. */
  name: string;
  /** Base URL with the API version. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Only for TTS: at least one. */
  voices: NamedVoice[];
}

export interface NamedVoice {
  /** As the vendor writes it. */
  id: string;
  /** As shown in the catalog. */
  name: string;
}
