import { beforeAll, describe, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../../kit/assistants.ts';
import { resolvedDocument } from '../../kit/resolved-document.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let assistant: { id: number } & Record<string, unknown>;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  assistant = await createAssistant(account);
});

const letters = (count: number): string => 'x'.repeat(count);
const phrases = (count: number): string[] => Array.from({ length: count }, (_, index) => `Okay ${index}.`);
const spoken = (count: number): { word: string; pronunciation: string; alphabet: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    word: `word${index}`,
    pronunciation: 'x',
    alphabet: 'spelling',
  }));
const fields = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `field_${index}`,
    type: 'string',
    description: 'abc',
  }));

/** A field with valid and invalid values. */
type Rule = readonly [field: string, good: readonly unknown[], bad: readonly unknown[]];

const flags: readonly unknown[] = [true, false, 1, 0, '1', '0', null];
const noFlags: readonly unknown[] = ['yes', 2, -1, '2', 'true', [], {}];
const whole = (min: number, max: number): [unknown[], unknown[]] => [
  [min, max, String(min), max - 1],
  [min - 1, max + 1, min + 0.5, 'ten', true, [min], {}, 1e300, Number.MAX_SAFE_INTEGER],
];
const part = (min: number, max: number): [unknown[], unknown[]] => [
  [min, max, (min + max) / 2, String(max)],
  [min - 0.01, max + 0.01, 'half', true, [min], {}, 1e300, -1e300],
];
const words = (max: number): [unknown[], unknown[]] => [
  ['x', letters(max), '🎧'.repeat(max), ` ${letters(max)} `],
  [letters(max + 1), 7, true, ['x'], {}],
];
const url = [
  ['https://example.com/hook', 'http://example.com:8080/a?b=c', 'https://пример.рф/'],
  [
    'example.com',
    'ftp://example.com',
    'https://user:secret@example.com',
    'http://',
    'javascript:1',
    7,
    'https:x',
  ],
] as const;

const RULES: readonly Rule[] = [
  ['name', ...words(255)],
  ['type', ['inbound', 'outbound'], ['both', 'Inbound', 1, true]],
  ['timezone', ['Europe/Bucharest', 'UTC', 'America/New_York'], ['Mars/Base', '+02:00', 'GMT+25', 7]],
  ['initial_message', ...words(200)],
  ['system_prompt', ['x', letters(100_000)], [letters(100_001), 7, {}]],
  ['secondary_language_ids', [[], [1, 2], ['3']], [[0], [-1], [999_999], ['x'], [null], 1, 'en', [[1]]]],
  ['knowledgebase_mode', ['function_call', 'prompt', null], ['hybrid', 'vector', 1]],
  ['tts_emotion_enabled', flags, noFlags],
  ['voice_stability', ...part(0, 1)],
  ['voice_similarity', ...part(0, 1)],
  ['speech_speed', ...part(0.7, 1.2)],
  ['speech_normalization', flags, noFlags],
  [
    'pronunciations',
    [[], spoken(1), spoken(200), [{ word: 'GIF', pronunciation: 'dʒɪf', alphabet: 'ipa' }], null],
    [
      spoken(201),
      [{ word: letters(65), pronunciation: 'x', alphabet: 'spelling' }],
      [{ word: 'x', pronunciation: letters(65), alphabet: 'spelling' }],
      [{ word: 'x', pronunciation: 'y', alphabet: 'cmu' }],
      [{ word: 'x', pronunciation: 'y' }],
      [{ word: '', pronunciation: 'y', alphabet: 'ipa' }],
      [...spoken(1), { word: 'Word0', pronunciation: 'x', alphabet: 'ipa' }],
      'x',
      {},
    ],
  ],
  [
    'transcriber_keywords',
    [[], ['Mill Inn'], phrases(100), [letters(64)], null],
    [phrases(101), [letters(65)], [''], [7], 'Mill Inn', {}],
  ],
  ['llm_temperature', ...part(0, 1)],
  ['allow_interruptions', flags, noFlags],
  ['protect_first_message', ['off', 'greeting', 'always', null], ['never', true, 1]],
  ['fillers', flags, noFlags],
  [
    'filler_config',
    [{}, [], { positive: ['Great.'] }, { neutral: [], question: phrases(20) }, null],
    [{ positive: 'Great.' }, { negative: [1] }, { neutral: phrases(21) }, ['Great.'], 'Great.', 1],
  ],
  ['record', flags, noFlags],
  ['mask_keypad_input', flags, noFlags],
  ['enable_noise_cancellation', flags, noFlags],
  ['wait_for_customer', flags, noFlags],
  ['max_duration', ...whole(20, 1200)],
  ['max_silence_duration', ...whole(1, 360)],
  ['max_initial_silence_duration', ...whole(1, 120)],
  ['ringing_time', ...whole(1, 60)],
  ['reengagement_interval', ...whole(7, 600)],
  ['reengagement_prompt', ...words(1000)],
  ['end_call_on_voicemail', flags, noFlags],
  ['voice_mail_message', ...words(1000)],
  ['notice_message', ...words(200)],
  ['endpoint_type', ['vad', 'ai', null], ['VAD', 'both', 0]],
  ['endpoint_sensitivity', ...part(0, 5)],
  ['interrupt_sensitivity', ...part(0, 5)],
  ['min_interrupt_words', ...whole(0, 10)],
  [
    'ambient_sound',
    ['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature', null],
    ['space', 'OFF', false],
  ],
  ['ambient_sound_volume', ...part(0, 1)],
  ['is_webhook_active', [false, 0, '0', null], noFlags],
  ['webhook_url', ...url],
  ['send_webhook_only_on_completed', flags, noFlags],
  ['include_recording_in_webhook', flags, noFlags],
  ['post_call_evaluation', flags, noFlags],
  ['post_call_schema', [[], fields(1), fields(50), null], [fields(51), {}, 'x', 1]],
  [
    'variables',
    [{}, [], { name: 'Ada', age: 3, nested: { list: [1, null] } }, { [` Oraș ${letters(58)} `]: 1 }, null],
    [['Ada'], 'Ada', 1, { [letters(65)]: 1 }, { 'a|b': 1 }, { '{x}': 1 }, { ' ': 1 }],
  ],
  ['conversation_inactivity_timeout', ...whole(1, 1440)],
  ['max_replies_per_customer_day', ...whole(1, 10_000)],
  ['conversation_ended_retrigger', flags, noFlags],
  ['is_public', flags, noFlags],
  ['share_customer_details', flags, noFlags],
  ['unclear_speech_action', ['transfer', 'end_call', 'continue', null], ['end', 'CONTINUE', true, 1]],
  ['conversation_ended_webhook_url', ...url],
  ['llm_model_id', [], [0, -1, 'x', 1.5, 999_999, Number.MAX_SAFE_INTEGER, 1e300, true, []]],
  ['voice_id', [], [0, -1, 'x', 1.5, 999_999, Number.MAX_SAFE_INTEGER, null]],
  ['language_id', [1, '2'], [0, -1, 'x', 1.5, 999_999, Number.MAX_SAFE_INTEGER, null]],
  ['mode', ['pipeline'], ['Pipeline', 'simplex', null, 1]],
];

describe('the writable configuration', () => {
  test('has a rule in this file for every independent field', async () => {
    const body = await resolvedDocument(account);
    const { properties } = body.paths['/user/assistant'].post.requestBody.content['application/json'].schema;
    const elsewhere = [
      'multimodal_model_id',
      'chat_llm_fallback_id',
      'turn_detection_threshold',
      'knowledgebase_id',
      'phone_number_id',
      'tool_ids',
      'mcp_server_ids',
      'mcp_tools',
      'tools',
      'synthesizer_provider_id',
      'transcriber_provider_id',
      'widget_settings',
    ];
    expect([...RULES.map(([field]) => field), ...elsewhere].sort()).toEqual(Object.keys(properties).sort());
  });

  test.each(RULES)('%s: accepts valid values', async (field, good) => {
    for (const value of good) {
      const answer = await account.put(`/user/assistant/${assistant.id}`, { [field]: value });
      expect(answer.status, `${field} = ${JSON.stringify(value)?.slice(0, 80)}: ${answer.text}`).toBe(200);
    }
  });

  test.each(RULES)('%s: reports invalid values on create and update', async (field, _good, bad) => {
    const complete = await assistantFields(account);
    const before = await account.get(`/user/assistant/${assistant.id}`);
    for (const value of bad) {
      const shown = `${field} = ${JSON.stringify(value).slice(0, 80)}`;
      for (const answer of [
        await account.post('/user/assistant', { ...complete, [field]: value }),
        await account.put(`/user/assistant/${assistant.id}`, { [field]: value }),
      ]) {
        expect(answer.status, shown).toBe(422);
        const named = Object.keys(answer.body.errors);
        expect(named.length, shown).toBeGreaterThan(0);
        for (const name of named) expect(name.split('.')[0], shown).toBe(field);
      }
    }
    const after = await account.get(`/user/assistant/${assistant.id}`);
    expect(after.text).toBe(before.text);
  });

  test.each([
    'name',
    'voice_id',
    'language_id',
    'type',
    'mode',
    'timezone',
    'initial_message',
    'system_prompt',
  ])('%s is required: it must not be absent, null or blank', async (field) => {
    const complete = await assistantFields(account);
    const { [field]: _left, ...rest } = complete;
    for (const body of [rest, { ...rest, [field]: null }, { ...rest, [field]: '   ' }]) {
      const answer = await account.post('/user/assistant', body);
      expect(answer.status).toBe(422);
      const text = `The ${field.replaceAll('_', ' ')} field is required.`;
      expect(answer.body).toEqual({ message: text, errors: { [field]: [text] } });
    }
    const update = await account.put(`/user/assistant/${assistant.id}`, { [field]: null });
    expect(update.body.errors).toHaveProperty(field);
  });
});

describe('items of lists', () => {
  const field = { name: 'budget', type: 'number', description: 'What they can spend.' };
  test.each([
    ['a name of two letters', { ...field, name: 'ab' }, 'name'],
    ['a name of 17 letters', { ...field, name: letters(17) }, 'name'],
    ['capitals in the name', { ...field, name: 'Budget' }, 'name'],
    ['an unknown type', { ...field, type: 'date' }, 'type'],
    ['a short description', { ...field, description: 'ab' }, 'description'],
    ['a long description', { ...field, description: letters(256) }, 'description'],
    ['no description', { name: 'budget', type: 'bool' }, 'description'],
  ])('post_call_schema rejects %s and names its position', async (_what, item, member) => {
    const { status, body } = await account.put(`/user/assistant/${assistant.id}`, {
      post_call_schema: [field, item],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(`post_call_schema.1.${member}`);
  });

  test('post_call_schema accepts names of 3 to 16 and descriptions of 3 to 255 characters, each name once', async () => {
    const longest = { name: 'abcdefghij_12345', type: 'bool', description: letters(255) };
    const shortest = { name: 'a_1', type: 'string', description: 'abc' };
    const path = `/user/assistant/${assistant.id}`;
    expect((await account.put(path, { post_call_schema: [longest, shortest] })).status).toBe(200);
    const twice = await account.put(path, { post_call_schema: [shortest, shortest] });
    expect(twice.body.errors).toEqual({
      post_call_schema: ['The post call schema field must have distinct names.'],
    });
    const read = await account.get(path);
    expect(read.body.data.post_call_schema).toEqual([longest, shortest]);
  });
});

describe('a request with several errors', () => {
  test('gets all of them in one response, and nothing is written', async () => {
    const before = await account.get('/user/assistants');
    const { status, body } = await account.post('/user/assistant', {
      name: letters(256),
      voice_id: 999_999,
      language_id: 'x',
      type: 'both',
      mode: 'multimodal',
      timezone: 'Mars',
      initial_message: letters(201),
      fillers: true,
      llm_model_id: 1,
      allow_interruptions: false,
      knowledgebase_mode: 'prompt',
      phone_number_id: 12,
      knowledgebase_id: 12,
      tool_ids: [5, 'x'],
      is_webhook_active: true,
      speech_speed: 2,
      max_duration: 19,
      tools: [{ type: 'end_call' }, { type: 'call_transfer' }, { type: 'fly' }],
      variables: { good: 1, bad: '\u0000' },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(
      [
        'name voice_id language_id type timezone initial_message system_prompt fillers llm_model_id',
        'multimodal_model_id allow_interruptions knowledgebase_mode phone_number_id knowledgebase_id',
        'tool_ids.0 tool_ids.1 webhook_url speech_speed max_duration tools.1.phone_number tools.2.type variables.bad',
      ]
        .join(' ')
        .split(' ')
        .sort(),
    );
    const texts: string[] = Object.values<string[]>(body.errors).flat();
    expect(body.message).toMatch(new RegExp(`\\(and ${texts.length - 1} more errors\\)$`));
    expect(texts.some((text) => body.message.startsWith(text))).toBe(true);
    expect((await account.get('/user/assistants')).text).toBe(before.text);
  });

  test('gets the message "and 1 more error" when there are two', async () => {
    const { body } = await account.put(`/user/assistant/${assistant.id}`, { ringing_time: 0, name: 5 });
    expect(body.message).toMatch(/^The name field must be a string\. \(and 1 more error\)$/);
  });
});
