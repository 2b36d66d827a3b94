import { describe, expect, test } from 'vitest';
import type { CreateAssistant } from '#contract/assistants.ts';
import type { Catalog, EngineMode } from '../../core/catalog.ts';
import type { StoredAssistant } from './configuration/columns.ts';
import { catalogErrors, settleNewAssistant, settleUpdate } from './rules.ts';

const [ENGLISH, FIRST, SECOND] = [1, 11, 12];
const [OF_FIRST, OF_SECOND, OF_MODEL] = [21, 22, 23];

function voice(id: number, synthesizer: number | null, modes: EngineMode[]) {
  const looks = { language_id: null, gender: null, accent: null, age: null, is_offered: true };
  return { ...looks, id, code: String(id), name: `V${id}`, modes, synthesizer_provider_id: synthesizer };
}

function synthesizer(id: number) {
  return {
    id,
    kind: 'synthesizer' as const,
    code: String(id),
    name: `S${id}`,
    languages: [],
    is_offered: true,
  };
}

const catalog: Catalog = {
  languages: [{ id: ENGLISH, name: 'English', iso_2: 'en' }],
  models: [],
  speechProviders: [synthesizer(FIRST), synthesizer(SECOND)],
  voices: [
    voice(OF_FIRST, FIRST, ['pipeline', 'dualplex']),
    voice(OF_SECOND, SECOND, ['pipeline', 'dualplex']),
    voice(OF_MODEL, null, ['multimodal', 'pipeline']),
  ],
};

const fields: CreateAssistant = {
  name: 'Reception',
  voice_id: OF_FIRST,
  language_id: ENGLISH,
  type: 'inbound',
  mode: 'pipeline',
  timezone: 'UTC',
  initial_message: 'Hello!',
  system_prompt: 'Help.',
};

function stored(voiceId: number, mode: EngineMode = 'pipeline'): StoredAssistant {
  const columns = settleNewAssistant({ ...fields, voice_id: voiceId, mode }, catalog);
  return { ...columns, id: 1, status: 'inactive' };
}

const synthesizerOf = (voiceId: number, mode: EngineMode) => stored(voiceId, mode).synthesizer_provider_id;

describe('the TTS provider', () => {
  test('defaults to the provider of the voice, or of the language if the voice has none', () => {
    expect(synthesizerOf(OF_FIRST, 'pipeline')).toBe(FIRST);
    expect(synthesizerOf(OF_SECOND, 'dualplex')).toBe(SECOND);
    expect(synthesizerOf(OF_MODEL, 'pipeline')).toBe(FIRST);
    expect(synthesizerOf(OF_MODEL, 'multimodal')).toBeNull();
  });

  test('changes with a new voice or a reset, but not with other settings', () => {
    const before = stored(OF_FIRST);
    const column = { synthesizer_provider_id: SECOND };
    expect(settleUpdate(before, { voice_id: OF_SECOND }, catalog)).toMatchObject(column);
    const reset = { synthesizer_provider_id: null };
    expect(settleUpdate(stored(OF_SECOND), reset, catalog)).toMatchObject(column);
    for (const change of [{ name: 'x' }, { voice_id: OF_MODEL }, { voice_id: OF_FIRST }]) {
      expect(settleUpdate(before, change, catalog)).not.toHaveProperty('synthesizer_provider_id');
    }
    const wholeChange = { mode: 'dualplex' as const, voice_id: OF_SECOND };
    expect(settleUpdate(before, wholeChange, catalog)).toMatchObject(column);
  });

  test('is rejected on create and update if it cannot speak the voice', () => {
    const refused = {
      synthesizer_provider_id: ['The voice V21 requires the synthesizer provider 11.'],
    };
    const other = { synthesizer_provider_id: SECOND };
    expect(catalogErrors(catalog, { ...fields, ...other }, null)).toEqual(refused);
    expect(catalogErrors(catalog, other, stored(OF_FIRST))).toEqual(refused);
    expect(catalogErrors(catalog, { ...other, voice_id: OF_SECOND }, stored(OF_FIRST))).toEqual({});
    expect(catalogErrors(catalog, other, stored(OF_MODEL))).toEqual({});
  });
});
