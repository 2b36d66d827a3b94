import { describe, expect, test } from 'vitest';
import {
  type Catalog,
  defaultModelId,
  defaultSpeechProviderId,
  type EngineMode,
  type Model,
  type SpeechProvider,
  speechProvidersFor,
  type Voice,
  voicesFor,
} from './catalog.ts';

const model = (id: number, kind: Model['kind'], is_offered = true): Model => ({
  id,
  kind,
  code: `vendor/${id}`,
  name: `Model ${id}`,
  is_offered,
});

const provider = (
  id: number,
  kind: SpeechProvider['kind'],
  rest: Partial<SpeechProvider>,
): SpeechProvider => ({
  id,
  kind,
  code: `vendor-${id}`,
  name: `Provider ${id}`,
  languages: [],
  is_offered: true,
  ...rest,
});

const voice = (id: number, modes: EngineMode[], rest: Partial<Voice> = {}): Voice => ({
  id,
  code: `vendor/${id}`,
  name: `Voice ${id}`,
  language_id: null,
  gender: null,
  accent: null,
  age: null,
  modes,
  synthesizer_provider_id: null,
  is_offered: true,
  ...rest,
});

const [english, romanian, french, unknown] = [1, 2, 3, 99];

const catalog: Catalog = {
  models: [
    model(1, 'llm', false),
    model(2, 'multimodal'),
    model(3, 'llm'),
    model(4, 'llm'),
    model(5, 'dualplex', false),
  ],
  speechProviders: [
    provider(1, 'transcriber', { languages: ['en'] }),
    provider(2, 'synthesizer', { languages: ['ro', 'fr'], is_offered: false }),
    provider(3, 'synthesizer', { languages: ['ro'] }),
    provider(4, 'synthesizer', {}),
    provider(5, 'synthesizer', { languages: ['en'] }),
  ],
  voices: [
    voice(1, ['pipeline', 'dualplex'], { language_id: english }),
    voice(2, ['pipeline'], { language_id: romanian }),
    voice(3, ['multimodal']),
    voice(4, ['pipeline', 'multimodal', 'dualplex'], { is_offered: false }),
    voice(5, ['dualplex']),
  ],
  languages: [
    { id: english, name: 'English', iso_2: 'en' },
    { id: romanian, name: 'Romanian', iso_2: 'ro' },
    { id: french, name: 'French', iso_2: 'fr' },
  ],
};

const nothing: Catalog = { models: [], speechProviders: [], voices: [], languages: [] };
const ids = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);

describe('the default model', () => {
  test.each([
    ['llm', 3],
    ['multimodal', 2],
    ['dualplex', null],
  ] as const)('of the kind %s is %j: the first offered one', (kind, expected) => {
    expect(defaultModelId(catalog, kind)).toBe(expected);
    expect(defaultModelId(nothing, kind)).toBeNull();
  });
});

describe('speech providers', () => {
  test.each([
    ['synthesizer', null, [3, 4, 5]],
    ['synthesizer', english, [4, 5]],
    ['synthesizer', romanian, [3, 4]],
    ['synthesizer', french, [4]],
    ['synthesizer', unknown, [4]],
    ['transcriber', null, [1]],
    ['transcriber', english, [1]],
    ['transcriber', romanian, []],
  ] as const)('of the kind %s for the language %j are %j', (kind, languageId, expected) => {
    expect(ids(speechProvidersFor(catalog, kind, languageId))).toEqual(expected);
  });

  test.each([
    ['synthesizer', english, 4],
    ['synthesizer', romanian, 3],
    ['transcriber', french, null],
  ] as const)('have the default of the kind %s for the language %j: %j', (kind, languageId, expected) => {
    expect(defaultSpeechProviderId(catalog, kind, languageId)).toBe(expected);
    expect(defaultSpeechProviderId(nothing, kind, languageId)).toBeNull();
  });
});

describe('voices', () => {
  test.each([
    [null, null, [1, 2, 3, 5]],
    ['pipeline', null, [1, 2]],
    ['multimodal', null, [3]],
    ['dualplex', null, [1, 5]],
    [null, english, [1, 3, 5]],
    [null, french, [3, 5]],
    ['pipeline', romanian, [2]],
    ['pipeline', french, []],
    ['dualplex', romanian, [5]],
    ['multimodal', unknown, [3]],
  ] as const)('for the mode %j and the language %j are %j', (mode, languageId, expected) => {
    expect(ids(voicesFor(catalog, { mode, languageId }))).toEqual(expected);
  });

  test.each([
    ['multimodal', 2, [3]],
    ['multimodal', 6, [6]],
    ['multimodal', 99, [3, 6]],
    ['multimodal', null, [3, 6]],
    ['dualplex', 6, [1, 5]],
    [null, 6, [1, 2, 3, 5, 6]],
  ] as const)('for the mode %j and the model %j are %j', (mode, modelId, expected) => {
    const models = [...catalog.models, { ...model(6, 'multimodal'), code: 'other/6' }];
    const voices = [...catalog.voices, voice(6, ['multimodal'], { code: 'other-live/6' })];
    expect(ids(voicesFor({ ...catalog, models, voices }, { mode, languageId: null, modelId }))).toEqual(
      expected,
    );
  });
});
