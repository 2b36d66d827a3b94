import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { insertNumber, insertTool } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

type Fields = Record<string, unknown>;

/** Creates an assistant with non-default values in all optional fields of pipeline mode. */
async function fullAssistant(): Promise<{ id: number; path: string; fields: Fields }> {
  const knowledgebase = await account.post('/user/knowledgebases', { name: 'Handbook' });
  const fields = {
    secondary_language_ids: [2, 3],
    knowledgebase_id: knowledgebase.body.data.id,
    knowledgebase_mode: 'prompt',
    phone_number_id: await insertNumber(account),
    tool_ids: [await insertTool(account), await insertTool(account)],
    tools: [{ type: 'end_call', description: 'When they say goodbye.' }],
    tts_emotion_enabled: false,
    voice_stability: 0.25,
    voice_similarity: 1,
    speech_speed: 1.2,
    speech_normalization: false,
    pronunciations: [{ word: 'GIF', pronunciation: 'dʒɪf', alphabet: 'ipa' }],
    transcriber_keywords: ['Mill Inn'],
    llm_temperature: 0,
    allow_interruptions: false,
    protect_first_message: 'always',
    fillers: true,
    filler_config: { positive: ['Nice.'], neutral: ['So.'] },
    record: true,
    mask_keypad_input: true,
    enable_noise_cancellation: false,
    wait_for_customer: true,
    max_duration: 20,
    max_silence_duration: 360,
    max_initial_silence_duration: 120,
    ringing_time: 60,
    reengagement_interval: 7,
    reengagement_prompt: 'Are you there?',
    end_call_on_voicemail: false,
    voice_mail_message: 'Call us back.',
    notice_message: 'This call is recorded.',
    endpoint_type: 'ai',
    endpoint_sensitivity: 5,
    interrupt_sensitivity: 0,
    min_interrupt_words: 10,
    ambient_sound: 'cafe',
    ambient_sound_volume: 0.05,
    is_webhook_active: false,
    webhook_url: 'https://example.com/call',
    send_webhook_only_on_completed: false,
    include_recording_in_webhook: false,
    post_call_evaluation: false,
    post_call_schema: [{ name: 'budget', type: 'number', description: 'What they can spend.' }],
    variables: { name: 'Ada', list: [1, { deep: null }] },
    conversation_inactivity_timeout: 1440,
    max_replies_per_customer_day: 20,
    conversation_ended_retrigger: true,
    is_public: false,
    share_customer_details: false,
    unclear_speech_action: 'continue',
    conversation_ended_webhook_url: 'https://example.com/ended',
  };
  const { id } = await createAssistant(account, fields);
  return { id, path: `/user/assistant/${id}`, fields };
}

/** Fields of a request as they appear in the list. */
function listed(fields: Fields): Fields {
  const bits = ['fillers', 'end_call_on_voicemail'];
  const decimals = [
    'llm_temperature',
    'voice_stability',
    'voice_similarity',
    'speech_speed',
    'ambient_sound_volume',
  ];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (bits.includes(name)) return [name, Number(value)];
      return [name, decimals.includes(name) ? Number(value).toFixed(2) : value];
    }),
  );
}

const DEFAULTS: Fields = {
  secondary_language_ids: [],
  chat_llm_fallback_id: null,
  turn_detection_threshold: null,
  knowledgebase_id: null,
  knowledgebase_mode: 'function_call',
  phone_number_id: null,
  tool_ids: [],
  tools: [],
  tts_emotion_enabled: true,
  voice_stability: '0.70',
  voice_similarity: '0.50',
  speech_speed: '1.00',
  speech_normalization: true,
  pronunciations: [],
  transcriber_keywords: [],
  llm_temperature: '0.10',
  allow_interruptions: true,
  protect_first_message: 'greeting',
  fillers: 0,
  record: false,
  mask_keypad_input: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  max_initial_silence_duration: null,
  ringing_time: 30,
  reengagement_interval: 30,
  reengagement_prompt: null,
  end_call_on_voicemail: 1,
  voice_mail_message: null,
  notice_message: null,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  min_interrupt_words: null,
  ambient_sound: 'off',
  ambient_sound_volume: '0.50',
  is_webhook_active: false,
  webhook_url: null,
  inbound_webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  post_call_schema: [
    { name: 'status', type: 'bool', description: expect.any(String) },
    { name: 'summary', type: 'string', description: expect.any(String) },
  ],
  variables: {},
  conversation_inactivity_timeout: 30,
  max_replies_per_customer_day: 200,
  conversation_ended_retrigger: false,
  is_public: true,
  share_customer_details: true,
  unclear_speech_action: 'end_call',
  conversation_ended_webhook_url: null,
};

describe('a new assistant', () => {
  test('has the contract’s defaults', async () => {
    const assistant = await createAssistant(account);
    expect(assistant).toMatchObject({ ...DEFAULTS, status: 'inactive' });
    expect(assistant['filler_config']).toEqual({
      positive: expect.arrayContaining([expect.any(String)]),
      negative: expect.arrayContaining([expect.any(String)]),
      question: expect.arrayContaining([expect.any(String)]),
      neutral: expect.arrayContaining([expect.any(String)]),
    });
    expect(assistant['synthesizer_provider_id']).toEqual(expect.any(Number));
    expect(assistant['transcriber_provider_id']).toEqual(expect.any(Number));
  });

  test('gets filler phrases of its language', async () => {
    const [english, romanian] = [
      await createAssistant(account),
      await createAssistant(account, { language_id: 2, voice_id: await multilingualVoice() }),
    ];
    expect(romanian['filler_config']).not.toEqual(english['filler_config']);
    expect(romanian['language']).toEqual({ id: 2, name: 'Romanian', iso_2: 'ro' });
  });

  test('returns every given field', async () => {
    const { path, fields } = await fullAssistant();
    expect((await account.get(path)).body.data).toMatchObject(listed(fields));
  });
});

async function multilingualVoice(): Promise<number> {
  const { body } = await account.get('/user/assistants/voices?mode=pipeline&language_id=2');
  return body[0].id;
}

describe('an update', () => {
  test('without known fields changes nothing and returns the current values', async () => {
    const { id, path } = await fullAssistant();
    const before = await account.get(path);
    for (const fields of [{}, { unknown: 1, id: 7, status: 'active', user_id: 1, uuid: 'x' }]) {
      const answer = await account.put(path, fields);
      const { name, type, mode, status } = before.body.data;
      expect(answer.body.data).toEqual({ id, name, status, type, mode });
    }
    const after = (await account.get(path)).body.data;
    expect({ ...after, updated_at: null }).toEqual({ ...before.body.data, updated_at: null });
  });

  test('only changes the supplied fields', async () => {
    const { path, fields } = await fullAssistant();
    const fresh = { ...listed(fields) };
    const changes: Fields = {
      name: 'New name',
      max_duration: 21,
      record: false,
      voice_stability: 0.5,
      fillers: false,
    };
    let before = (await account.get(path)).body.data;
    for (const [name, value] of Object.entries(changes)) {
      await account.put(path, { [name]: value });
      const after = (await account.get(path)).body.data;
      expect(after).toEqual({ ...before, ...listed({ [name]: value }), updated_at: after.updated_at });
      expect(after.updated_at > before.updated_at).toBe(true);
      before = after;
    }
    expect(before).toMatchObject({ ...fresh, ...listed(changes) });
  });

  test('replaces lists and objects as a whole', async () => {
    const { path } = await fullAssistant();
    const tool = await insertTool(account);
    const replacement = {
      secondary_language_ids: [5],
      tool_ids: [tool],
      tools: [{ type: 'dtmf_input', description: 'Codes.' }],
      filler_config: { question: ['Hm?'] },
      post_call_schema: [{ name: 'mood', type: 'string', description: 'How they felt.' }],
      variables: { other: 1 },
    };
    await account.put(path, replacement);
    expect((await account.get(path)).body.data).toMatchObject(replacement);
    const { variables, filler_config } = (await account.get(path)).body.data;
    expect({ variables, filler_config }).toEqual({
      variables: { other: 1 },
      filler_config: { question: ['Hm?'] },
    });
  });

  test.each([
    ['[]', []],
    ['{} for objects', {}],
  ])('clears lists and objects with %s; an empty object stays an object', async (_what, empty) => {
    const { path } = await fullAssistant();
    const lists = { secondary_language_ids: [], tool_ids: [], tools: [], post_call_schema: [] };
    const answer = await account.put(path, { ...lists, filler_config: empty, variables: empty });
    expect(answer.status).toBe(200);
    const read = await account.get(path);
    expect(read.body.data).toMatchObject({ ...lists, filler_config: {}, variables: {} });
    expect(read.text).toMatch(/"variables": ?\{\}/);
    expect(read.text).toMatch(/"filler_config": ?\{\}/);
  });

  test.each([
    ['knowledgebase_id', null],
    ['phone_number_id', null],
    ['max_initial_silence_duration', null],
    ['reengagement_prompt', null],
    ['voice_mail_message', null],
    ['notice_message', null],
    ['webhook_url', null],
    ['min_interrupt_words', null],
    ['conversation_inactivity_timeout', null],
    ['max_replies_per_customer_day', null],
    ['conversation_ended_webhook_url', null],
  ])('removes %s with null, and with an empty string', async (field, expected) => {
    for (const nothing of [null, '', '  ']) {
      const { path } = await fullAssistant();
      const before = (await account.get(path)).body.data;
      expect(before[field]).not.toBeNull();
      expect((await account.put(path, { [field]: nothing })).status).toBe(200);
      const after = (await account.get(path)).body.data;
      expect(after).toEqual({ ...before, [field]: expected, updated_at: after.updated_at });
    }
  });

  test('with null resets the providers to those of the language', async () => {
    const { path } = await fullAssistant();
    const before = (await account.get(path)).body.data;
    await server.database.query(
      'update assistants set synthesizer_provider_id = null, transcriber_provider_id = null where id = $1',
      [before.id],
    );
    await account.put(path, { synthesizer_provider_id: null, transcriber_provider_id: null });
    const { synthesizer_provider_id, transcriber_provider_id } = before;
    expect((await account.get(path)).body.data).toMatchObject({
      synthesizer_provider_id,
      transcriber_provider_id,
    });
  });

  test('with null resets every field that has a default', async () => {
    const { path, fields } = await fullAssistant();
    const removable = ['conversation_inactivity_timeout', 'max_replies_per_customer_day'];
    const nulls = Object.fromEntries(
      Object.keys(fields).flatMap((name) => (removable.includes(name) ? [] : [[name, null]])),
    );
    expect((await account.put(path, nulls)).status).toBe(200);
    const {
      conversation_inactivity_timeout: _kept,
      max_replies_per_customer_day: _limit,
      ...defaults
    } = DEFAULTS;
    expect((await account.get(path)).body.data).toMatchObject(defaults);
  });
});
