export type EngineMode = 'pipeline' | 'multimodal' | 'dualplex';
export type ModelKind = 'llm' | 'multimodal' | 'dualplex';

export interface Model {
  id: number;
  kind: ModelKind;
  code: string;
  name: string;
  is_offered: boolean;
}

export interface SpeechProvider {
  id: number;
  kind: 'synthesizer' | 'transcriber';
  code: string;
  name: string;
  languages: string[];
  is_offered: boolean;
}

export interface Voice {
  id: number;
  code: string;
  name: string;
  language_id: number | null;
  gender: string | null;
  accent: string | null;
  age: string | null;
  modes: EngineMode[];
  synthesizer_provider_id: number | null;
  is_offered: boolean;
}

export interface Language {
  id: number;
  name: string;
  iso_2: string;
}

/** The installation's reference data. It changes only with the configuration, so a process reads it once. */
export interface Catalogue {
  models: readonly Model[];
  speechProviders: readonly SpeechProvider[];
  voices: readonly Voice[];
  languages: readonly Language[];
}

/** The model that an assistant of this kind gets when none is chosen: the first one offered. */
export function defaultModelId(catalogue: Catalogue, kind: ModelKind): number | null {
  return catalogue.models.find((model) => model.kind === kind && model.is_offered)?.id ?? null;
}

/** The first provider that handles the language. */
export function defaultSpeechProviderId(
  catalogue: Catalogue,
  kind: SpeechProvider['kind'],
  languageId: number,
): number | null {
  return speechProvidersFor(catalogue, kind, languageId)[0]?.id ?? null;
}

/** Whether a realtime model speaks with a voice: vendors' models have voices of their own. Both are codes of the catalogue. */
export function isVoiceOfModel(voiceCode: string, modelCode: string): boolean {
  const [voiceVendor = ''] = voiceCode.split('/');
  const [vendor = ''] = modelCode.split('/');
  return voiceVendor === vendor || voiceVendor.startsWith(`${vendor}-`);
}

/** What speaks a voice; null for voices that a realtime model brings, and for a voice that is not there. */
export function voiceSynthesizerId(catalogue: Catalogue, voiceId: number): number | null {
  return catalogue.voices.find((voice) => voice.id === voiceId)?.synthesizer_provider_id ?? null;
}

/** Offered providers, those of the language only when one is given. */
export function speechProvidersFor(
  catalogue: Catalogue,
  kind: SpeechProvider['kind'],
  languageId: number | null,
): SpeechProvider[] {
  const iso = catalogue.languages.find((language) => language.id === languageId)?.iso_2;
  return catalogue.speechProviders.filter(
    (provider) =>
      provider.kind === kind &&
      provider.is_offered &&
      (languageId === null ||
        provider.languages.length === 0 ||
        (iso !== undefined && provider.languages.includes(iso))),
  );
}

/** Offered voices that fit the mode and speak the language, where they are given; of a model that speaks, its own alone. */
export function voicesFor(
  catalogue: Catalogue,
  filter: { mode: EngineMode | null; languageId: number | null; modelId?: number | null },
): Voice[] {
  const { mode, languageId, modelId } = filter;
  const model = mode === 'multimodal' ? catalogue.models.find(({ id }) => id === modelId) : undefined;
  return catalogue.voices.filter(
    (voice) =>
      voice.is_offered &&
      (mode === null || voice.modes.includes(mode)) &&
      (languageId === null || voice.language_id === null || voice.language_id === languageId) &&
      (model === undefined || isVoiceOfModel(voice.code, model.code)),
  );
}
