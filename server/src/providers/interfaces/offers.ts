/** Catalog entries of a provider; each gets a stable id. */
export interface Offers {
  models: ModelOffer[];
  speechProviders: SpeechProviderOffer[];
  voices: VoiceOffer[];
}

export interface ModelOffer {
  /** `llm`: text only; `multimodal`: audio in and out; `dualplex`: audio in, text out, spoken by a TTS voice. */
  kind: 'llm' | 'multimodal' | 'dualplex';
  /** `vendor/model`: stable, unique within its kind. */
  code: string;
  name: string;
}

export interface SpeechProviderOffer {
  kind: 'synthesizer' | 'transcriber';
  /** Stable, unique within its kind. */
  code: string;
  name: string;
  /** ISO 639-1 codes; empty for every language. */
  languages: string[];
}

export interface VoiceOffer {
  /** `vendor/voice`: stable and unique. */
  code: string;
  name: string;
  /** ISO 639-1 code; null for a multilingual voice. */
  language: string | null;
  gender: 'female' | 'male' | 'neutral' | null;
  accent: string | null;
  age: string | null;
  modes: ('pipeline' | 'multimodal' | 'dualplex')[];
  /** Code of the TTS provider; null for voices of realtime models. */
  synthesizer: string | null;
}
