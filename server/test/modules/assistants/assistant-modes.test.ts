import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

const MODES = ['pipeline', 'multimodal', 'dualplex'] as const;
type Mode = (typeof MODES)[number];

let server: TestServer;
let account: Client;
/** Fields of a minimal assistant, by mode. */
const smallest: Record<string, Record<string, unknown>> = {};
/** An existing assistant, by mode. */
const ids: Record<string, number> = {};
let synthesizer: number;
let transcriber: number;
let llm: number;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  for (const mode of MODES) {
    smallest[mode] = await modeFields(account, mode);
    ids[mode] = (await createAssistant(account, { llm_model_id: undefined, ...smallest[mode] })).id;
  }
  synthesizer = (await account.get('/user/assistants/synthesizer-providers')).body[0].id;
  transcriber = (await account.get('/user/assistants/transcriber-providers')).body[0].id;
  llm = (await account.get('/user/assistants/models?type=llm')).body[0].id;
});

/** Creates and updates an assistant with the same fields. */
async function both(mode: Mode, fields: Record<string, unknown>): Promise<Answer[]> {
  return [
    await account.post('/user/assistant', { ...smallest[mode], ...fields }),
    await account.put(`/user/assistant/${ids[mode]}`, fields),
  ];
}

type Case = readonly [field: string, value: () => unknown, modes: readonly Mode[]];

const heard: readonly Mode[] = ['multimodal', 'dualplex'];
const CASES: readonly Case[] = [
  ['llm_model_id', () => llm, ['pipeline']],
  ['multimodal_model_id', () => smallest['multimodal']?.['multimodal_model_id'], ['multimodal']],
  ['multimodal_model_id', () => smallest['dualplex']?.['multimodal_model_id'], ['dualplex']],
  ['chat_llm_fallback_id', () => llm, heard],
  ['turn_detection_threshold', () => 0.4, heard],
  ['synthesizer_provider_id', () => synthesizer, ['pipeline', 'dualplex']],
  ['transcriber_provider_id', () => transcriber, ['pipeline']],
  ['fillers', () => true, ['pipeline']],
  ['fillers', () => false, MODES],
  ['allow_interruptions', () => false, ['pipeline']],
  ['allow_interruptions', () => true, MODES],
  ['knowledgebase_mode', () => 'prompt', ['pipeline']],
  ['knowledgebase_mode', () => 'function_call', MODES],
  ['knowledgebase_mode', () => 'hybrid', []],
  ['filler_config', () => ({ positive: ['Fine.'] }), MODES],
  ['chat_llm_fallback_id', () => null, MODES],
  ['turn_detection_threshold', () => null, MODES],
  ['synthesizer_provider_id', () => null, MODES],
  ['transcriber_provider_id', () => null, MODES],
  ['fillers', () => null, MODES],
  ['allow_interruptions', () => null, MODES],
  ['knowledgebase_mode', () => null, MODES],
  ['llm_model_id', () => null, heard],
  ['multimodal_model_id', () => null, ['pipeline']],
];

describe('a setting of some modes only', () => {
  test.each(CASES)(
    '%s (case %#) is accepted in its modes and rejected in others',
    async (field, value, modes) => {
      for (const mode of MODES) {
        for (const answer of await both(mode, { [field]: value() })) {
          const shown = `${field} = ${JSON.stringify(value())} in ${mode}: ${answer.text}`;
          if (modes.includes(mode)) expect([200, 201], shown).toContain(answer.status);
          else {
            expect(answer.status, shown).toBe(422);
            expect(Object.keys(answer.body.errors), shown).toEqual([field]);
          }
        }
      }
    },
  );

  test.each([
    ['turn_detection_threshold', [0, 1, 0.5, '0.25'], [-0.01, 1.01, 'x', true]],
    ['chat_llm_fallback_id', [], [0, 999_999, 'x', 1.5]],
    ['multimodal_model_id', [], [0, 999_999, 'x', 1.5]],
  ] as const)('%s has its own limits in multimodal mode', async (field, good, bad) => {
    for (const value of good) {
      for (const answer of await both('multimodal', { [field]: value }))
        expect([200, 201]).toContain(answer.status);
    }
    for (const value of bad) {
      for (const answer of await both('multimodal', { [field]: value })) {
        expect(answer.status).toBe(422);
        expect(Object.keys(answer.body.errors)).toEqual([field]);
      }
    }
  });
});

describe('a mode', () => {
  test.each(MODES)('%s requires its model on create', async (mode) => {
    const field = mode === 'pipeline' ? 'llm_model_id' : 'multimodal_model_id';
    const { body, status } = await account.post('/user/assistant', { ...smallest[mode], [field]: null });
    const text = `The ${field.replaceAll('_', ' ')} field is required when mode is ${mode}.`;
    expect(status).toBe(422);
    expect(body).toEqual({ message: text, errors: { [field]: [text] } });
  });

  test('rejects a model of another kind', async () => {
    const dualplexModel = smallest['dualplex']?.['multimodal_model_id'];
    for (const answer of await both('multimodal', { multimodal_model_id: dualplexModel })) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['multimodal_model_id']);
    }
    for (const answer of await both('pipeline', { llm_model_id: dualplexModel })) {
      expect(answer.status).toBe(422);
    }
  });

  test('rejects an incompatible voice and names compatible ones', async () => {
    const pipelineVoice = smallest['pipeline']?.['voice_id'];
    const realtimeVoice = smallest['multimodal']?.['voice_id'];
    for (const [mode, voice] of [
      ['multimodal', pipelineVoice],
      ['pipeline', realtimeVoice],
      ['dualplex', realtimeVoice],
    ] as const) {
      for (const answer of await both(mode, { voice_id: voice })) {
        expect(answer.status).toBe(422);
        expect(Object.keys(answer.body.errors)).toEqual(['voice_id']);
        expect(answer.body.message).toMatch(/Choose, for example, \d+/);
      }
    }
  });
});

describe('a change of mode', () => {
  test('reports the incompatible voice and every setting that the new mode lacks', async () => {
    const { id } = await createAssistant(account);
    const answer = await account.put(`/user/assistant/${id}`, {
      mode: 'multimodal',
      fillers: true,
      llm_model_id: llm,
      allow_interruptions: false,
      knowledgebase_mode: 'prompt',
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual(
      ['voice_id', 'fillers', 'llm_model_id', 'allow_interruptions', 'knowledgebase_mode'].sort(),
    );
  });

  test('resets mode-specific settings and keeps everything else', async () => {
    const before = await createAssistant(account, {
      fillers: true,
      filler_config: { neutral: ['So.'] },
      allow_interruptions: false,
      knowledgebase_mode: 'prompt',
      llm_temperature: 0.9,
      variables: { kept: true },
    });
    const path = `/user/assistant/${before.id}`;
    const changed = await account.put(path, {
      mode: 'multimodal',
      voice_id: smallest['multimodal']?.['voice_id'],
    });
    expect(changed.body.data).toMatchObject({ id: before.id, mode: 'multimodal' });
    const { body } = await account.get(path);
    expect(body.data).toEqual({
      ...before,
      mode: 'multimodal',
      voice_id: smallest['multimodal']?.['voice_id'],
      llm_model_id: null,
      multimodal_model_id: smallest['multimodal']?.['multimodal_model_id'],
      synthesizer_provider_id: null,
      transcriber_provider_id: null,
      fillers: 0,
      allow_interruptions: true,
      knowledgebase_mode: 'function_call',
      updated_at: body.data.updated_at,
    });
    const back = await account.put(path, { mode: 'pipeline', voice_id: before['voice_id'], fillers: true });
    expect(back.status).toBe(200);
    expect((await account.get(path)).body.data).toMatchObject({
      llm_model_id: before['llm_model_id'],
      multimodal_model_id: null,
      synthesizer_provider_id: before['synthesizer_provider_id'],
      transcriber_provider_id: before['transcriber_provider_id'],
      fillers: 1,
    });
  });

  test('between audio modes keeps the settings of both', async () => {
    const voice = smallest['dualplex']?.['voice_id'];
    const assistant = await createAssistant(account, {
      ...smallest['multimodal'],
      llm_model_id: undefined,
      chat_llm_fallback_id: llm,
      turn_detection_threshold: 0.3,
    });
    const path = `/user/assistant/${assistant.id}`;
    expect((await account.put(path, { mode: 'dualplex', voice_id: voice })).status).toBe(200);
    expect((await account.get(path)).body.data).toMatchObject({
      chat_llm_fallback_id: llm,
      turn_detection_threshold: 0.3,
      multimodal_model_id: smallest['dualplex']?.['multimodal_model_id'],
      synthesizer_provider_id: synthesizer,
    });
    const fields = { mode: 'pipeline', voice_id: smallest['pipeline']?.['voice_id'] };
    expect((await account.put(path, fields)).status).toBe(200);
    expect((await account.get(path)).body.data).toMatchObject({
      chat_llm_fallback_id: null,
      turn_detection_threshold: null,
      llm_model_id: llm,
    });
  });

  test('to the same mode resets nothing', async () => {
    const before = await createAssistant(account, { fillers: true, allow_interruptions: false });
    const path = `/user/assistant/${before.id}`;
    await account.put(path, { mode: 'pipeline' });
    const { data } = (await account.get(path)).body;
    expect({ ...data, updated_at: null }).toEqual({ ...before, updated_at: null });
  });

  test('concurrent with a setting of the old mode leaves no setting that the new mode lacks', async () => {
    const voice = smallest['multimodal']?.['voice_id'];
    for (let round = 0; round < 8; round += 1) {
      const { id } = await createAssistant(account);
      const path = `/user/assistant/${id}`;
      await Promise.all([
        account.put(path, { mode: 'multimodal', voice_id: voice }),
        account.put(path, { fillers: true, knowledgebase_mode: 'prompt', allow_interruptions: false }),
      ]);
      const { data } = (await account.get(path)).body;
      const expected = { fillers: 0, knowledgebase_mode: 'function_call', allow_interruptions: true };
      if (data.mode === 'multimodal') expect(data).toMatchObject(expected);
    }
  });
});
