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

/** The installation's reference data. It only changes with the configuration, so each process reads it once. */
export interface Catalog {
  models: readonly Model[];
  speechProviders: readonly SpeechProvider[];
  voices: readonly Voice[];
  languages: readonly Language[];
}

/** The first offered model of the kind. */
export function defaultModelId(catalog: Catalog, kind: ModelKind): number | null {
  return catalog.models.find((model) => model.kind === kind && model.is_offered)?.id ?? null;
}

/** The first offered provider that supports the language. */
export function defaultSpeechProviderId(
  catalog: Catalog,
  kind: SpeechProvider['kind'],
  languageId: number,
): number | null {
  return speechProvidersFor(catalog, kind, languageId)[0]?.id ?? null;
}

/** True if a voice belongs to the realtime model's vendor. Both are catalog codes. */
export function isVoiceOfModel(voiceCode: string, modelCode: string): boolean {
  const [voiceVendor = ''] = voiceCode.split('/');
  const [vendor = ''] = modelCode.split('/');
  return voiceVendor === vendor || voiceVendor.startsWith(`${vendor}-`);
}

/** Id of the provider that speaks the voice; null for unknown voices and for voices of realtime models. */
export function voiceTtsProviderId(catalog: Catalog, voiceId: number): number | null {
  return catalog.voices.find((voice) => voice.id === voiceId)?.synthesizer_provider_id ?? null;
}

/** Offered providers that support the language; all of them for null. */
export function speechProvidersFor(
  catalog: Catalog,
  kind: SpeechProvider['kind'],
  languageId: number | null,
): SpeechProvider[] {
  const iso = catalog.languages.find((language) => language.id === languageId)?.iso_2;
  return catalog.speechProviders.filter(
    (provider) =>
      provider.kind === kind &&
      provider.is_offered &&
      (languageId === null ||
        provider.languages.length === 0 ||
        (iso !== undefined && provider.languages.includes(iso))),
  );
}

/** Offered voices that fit the mode and the language, if given. A model that speaks only has its own voices. */
export function voicesFor(
  catalog: Catalog,
  filter: { mode: EngineMode | null; languageId: number | null; modelId?: number | null },
): Voice[] {
  const { mode, languageId, modelId } = filter;
  const model = mode === 'multimodal' ? catalog.models.find(({ id }) => id === modelId) : undefined;
  return catalog.voices.filter(
    (voice) =>
      voice.is_offered &&
      (mode === null || voice.modes.includes(mode)) &&
      (languageId === null || voice.language_id === null || voice.language_id === languageId) &&
      (model === undefined || isVoiceOfModel(voice.code, model.code)),
  );
}
