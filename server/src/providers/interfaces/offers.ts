/** What a provider can do for an installation; each offer gets a stable id in the catalogue. */
export interface Offers {
  models: ModelOffer[];
  speechProviders: SpeechProviderOffer[];
  voices: VoiceOffer[];
}

export interface ModelOffer {
  /** `llm` answers text; `multimodal` hears and speaks; `dualplex` hears, and a voice of ours speaks. */
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
  /** ISO 639-1 codes; empty: every language. */
  languages: string[];
}

export interface VoiceOffer {
  /** `vendor/voice`: stable and unique. */
  code: string;
  name: string;
  /** ISO 639-1 code; null: a multilingual voice. */
  language: string | null;
  gender: 'female' | 'male' | 'neutral' | null;
  accent: string | null;
  age: string | null;
  modes: ('pipeline' | 'multimodal' | 'dualplex')[];
  /** Code of the synthesizer that speaks it; null for voices that a realtime model brings. */
  synthesizer: string | null;
}
