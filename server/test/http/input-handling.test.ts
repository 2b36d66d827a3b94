import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;
let path: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  path = `/user/assistant/${(await createAssistant(account)).id}`;
});

async function stored(field: string): Promise<unknown> {
  return (await account.get(path)).body.data[field];
}

describe('text', () => {
  test('is trimmed at every depth before its length is checked', async () => {
    await account.put(path, {
      name: ` \t${'x'.repeat(255)}\n`,
      post_call_schema: [{ name: ' mood ', type: ' string ', description: '  How they felt.  ' }],
      variables: { padded: '  x  ', list: [' y '], empty: '   ' },
    });
    expect(await stored('name')).toBe('x'.repeat(255));
    expect(await stored('post_call_schema')).toEqual([
      { name: 'mood', type: 'string', description: 'How they felt.' },
    ]);
    expect(await stored('variables')).toEqual({ padded: 'x', list: ['y'], empty: null });
  });

  test('that is empty is null: required fields are missing, optional ones are reset', async () => {
    await account.put(path, { voice_mail_message: 'Call back.', max_duration: 30 });
    expect((await account.put(path, { voice_mail_message: '', max_duration: '  ' })).status).toBe(200);
    expect(await stored('voice_mail_message')).toBeNull();
    expect(await stored('max_duration')).toBe(600);
    const { body } = await account.put(path, { name: ' ' });
    expect(body.errors).toEqual({ name: ['The name field is required.'] });
  });

  test('counts characters, not bytes or code units', async () => {
    expect((await account.put(path, { initial_message: '👩'.repeat(200) })).status).toBe(200);
    const { body } = await account.put(path, { initial_message: '👩'.repeat(201) });
    expect(body.errors).toEqual({
      initial_message: ['The initial message field must not be greater than 200 characters.'],
    });
  });

  test.each([
    ['NUL', '"a\\u0000b"'],
    ['the first half of a surrogate pair', '"a\\ud83d"'],
    ['the second half of a surrogate pair', '"\\udc69a"'],
  ])('with %s cannot be stored, and its field is reported', async (_what, text) => {
    for (const [body, field] of [
      [`{"name":${text}}`, 'name'],
      [`{"variables":{"deep":[{"x":${text}}]}}`, 'variables.deep.0.x'],
      [`{"tools":[{"type":"end_call","description":${text}}]}`, 'tools.0.description'],
      [`{"filler_config":{"neutral":[${text}]}}`, 'filler_config.neutral.0'],
    ] as const) {
      const answer = await account.put(path, body);
      expect(answer.status, body).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    const key = await account.put(path, `{"variables":{${text}:1}}`);
    expect(key.status).toBe(422);
    for (const [route, body] of [
      ['/login', `{"email":${text},"password":${text}}`],
      ['/conversations', `{"assistant_id":${text},"variables":{"a":${text}}}`],
    ] as const) {
      expect([400, 422]).toContain((await server.visitor.post(route, body)).status);
    }
    const reply = `{"assistant_id":1,"customer_identifier":${text},"message":${text}}`;
    const coded = await account.post('/user/ai/generate-reply', reply);
    expect(Object.keys(coded.body.errors)).toEqual(['customer_identifier', 'message']);
  });
});

describe('booleans and integers', () => {
  test.each([
    [true, true],
    [1, true],
    ['1', true],
    [false, false],
    [0, false],
    ['0', false],
  ])('%j is read as %j', async (given, expected) => {
    await account.put(path, { record: given });
    expect(await stored('record')).toBe(expected);
  });

  test.each([
    ['60', 60],
    ['+60', 60],
    ['060', 60],
    [60.0, 60],
  ])('%j is the number %d', async (given, expected) => {
    await account.put(path, { max_duration: given });
    expect(await stored('max_duration')).toBe(expected);
  });

  test.each(['6e1', '60s', '0x3c', '6 0', '60,0', 'Infinity', 1e21, -1e21, '9'.repeat(400)])(
    '%j is not an integer in range',
    async (given) => {
      const { status, body } = await account.put(path, { max_duration: given });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['max_duration']);
    },
  );

  test("numbers beyond any column's range are refused in every id field", async () => {
    for (const id of ['9007199254740993', '9223372036854775807', '9223372036854775808', '1e30', '1e400']) {
      for (const field of [
        'voice_id',
        'language_id',
        'llm_model_id',
        'knowledgebase_id',
        'phone_number_id',
      ]) {
        const answer = await account.put(path, `{"${field}":${id}}`);
        expect(answer.status, `${field} ${id}`).toBe(422);
      }
      expect((await account.put(path, `{"tool_ids":[${id}],"secondary_language_ids":[${id}]}`)).status).toBe(
        422,
      );
      const toggle = await account.post('/user/assistants/disable-webhook', `{"assistant_id":${id}}`);
      expect([404, 422]).toContain(toggle.status);
      for (const query of [`assistant_id=${id}`, `page=${id}`, `per_page=${id}`]) {
        expect((await account.get(`/user/conversations?${query}`)).status).toBe(422);
      }
      expect([200, 422]).toContain((await account.get(`/user/assistants/voices?language_id=${id}`)).status);
      expect((await account.get(`/voices/${id}/preview`)).status).toBe(404);
    }
  });
});

test('an invalid id gets an error with the expected format', async () => {
  const { body } = await account.put(path, { voice_id: 0 });
  expect(body.errors).toEqual({ voice_id: ['The voice id field must be at least 1.'] });
  const reply = { assistant_id: 'zz', customer_identifier: 'c', message: 'Hello' };
  expect((await account.post('/user/ai/generate-reply', reply)).body.errors).toEqual({
    assistant_id: ['The assistant id field must be the id or the UUID of an assistant.'],
  });
});

describe('dates in a query', () => {
  test.each([
    '0000-01-01',
    '2026-02-30',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    'now',
    '-1-01-01',
    '%00',
  ])('%s is not a date', async (date) => {
    const answer = await account.get(`/user/conversations?date_from=${date}&date_to=${date}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['date_from', 'date_to']);
  });

  test.each(['0001-01-01', '2024-02-29', '9999-12-31'])('%s is a date', async (date) => {
    expect((await account.get(`/user/conversations?date_from=${date}&date_to=${date}`)).status).toBe(200);
  });
});

test('any variables of an assistant are stored, or refused with a reason', async () => {
  const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary' }), value, { maxKeys: 4 }),
      async (variables) => {
        const answer = await account.put(path, { variables });
        expect([200, 422]).toContain(answer.status);
        if (answer.status === 200) expect(await stored('variables')).toEqual(asStored(variables));
      },
    ),
    { numRuns: 60 },
  );
});

/** Trimmed, empty text as null, and negative zero as zero. */
function asStored(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(asStored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asStored(inner)]));
}
