import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../../kit/assistants.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { resolvedDocument } from '../../kit/resolved-document.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** Names of every list item in the contract, besides the writable fields. */
const READ_ONLY = [
  'id uuid user_id instance_id deleted_at created_at updated_at flows_platform_id engine_id synthesizer_id',
  'transcriber_id language status inbound_webhook_url',
]
  .join(' ')
  .split(' ');

const OUTBOUND = [
  'id user_id name type mode status voice_id language_id timezone initial_message system_prompt variables',
  'webhook_url is_webhook_active created_at updated_at',
]
  .join(' ')
  .split(' ');

const SUMMARY = ['id', 'name', 'type', 'mode', 'status', 'language', 'phone_number_id', 'updated_at'];

describe('the representation of an assistant', () => {
  test('has every field of the contract, equal in all lists', async () => {
    const account = await server.account();
    const assistant = await createAssistant(account, { variables: { name: 'Ada' } });
    const body = await resolvedDocument(account);
    const { properties } = body.paths['/user/assistant'].post.requestBody.content['application/json'].schema;
    const names = new Set([...Object.keys(properties), ...READ_ONLY]);
    expect(Object.keys(assistant).sort()).toEqual([...names].sort());
    expect(assistant).toMatchObject({
      user_id: account.userId,
      instance_id: 1,
      engine_id: null,
      synthesizer_id: null,
      transcriber_id: null,
      flows_platform_id: null,
      deleted_at: null,
      language: { id: 1, name: 'English', iso_2: 'en' },
      widget_settings: { theme: expect.any(String), color: expect.any(String), position: expect.any(String) },
    });
    expect((await account.get('/user/assistants')).body).toEqual([assistant]);
    expect((await account.get('/user/assistants/get')).body.data).toEqual([assistant]);
  });

  test('is short in pickers: newest first, without texts', async () => {
    const account = await server.account();
    const first = await createAssistant(account);
    const second = await createAssistant(account, { name: 'Second', system_prompt: 'x'.repeat(5_000) });
    const gone = await createAssistant(account);
    await account.delete(`/user/assistant/${gone.id}`);
    const { status, body } = await account.get('/user/assistants/summaries');
    const expected = [second, first].map((assistant) => ({
      ...Object.fromEntries(SUMMARY.map((name) => [name, assistant[name]])),
    }));
    expect([status, body]).toEqual([200, expected]);
    expect((await (await server.account()).get('/user/assistants/summaries')).body).toEqual([]);
  });

  test('formats numbers as in the contract: bits, decimal strings, numbers', async () => {
    const account = await server.account();
    const assistant = await createAssistant(account, {
      fillers: true,
      end_call_on_voicemail: false,
      llm_temperature: '0.1',
      voice_stability: 1,
      voice_similarity: 0,
      speech_speed: 0.7,
      ambient_sound_volume: 0.333,
      endpoint_sensitivity: 0.25,
      interrupt_sensitivity: 5,
    });
    expect(assistant).toMatchObject({
      fillers: 1,
      end_call_on_voicemail: 0,
      llm_temperature: '0.10',
      voice_stability: '1.00',
      voice_similarity: '0.00',
      speech_speed: '0.70',
      ambient_sound_volume: '0.33',
      endpoint_sensitivity: 0.25,
      interrupt_sensitivity: 5,
      tools: [],
    });
  });

  test('has timestamps with microseconds', async () => {
    const account = await server.account();
    const stamps: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { created_at, updated_at } = await createAssistant(account);
      stamps.push(String(created_at), String(updated_at));
    }
    expect(stamps.some((stamp) => !/000Z$/.test(stamp))).toBe(true);
  });

  test('is reduced in the outbound list, which only has outbound assistants', async () => {
    const account = await server.account();
    await createAssistant(account);
    const outbound = await createAssistant(account, { type: 'outbound', variables: {} });
    const { body, text } = await account.get('/user/assistants/outbound');
    const reduced = Object.fromEntries(OUTBOUND.map((name) => [name, outbound[name]]));
    expect(body).toEqual([reduced]);
    expect(Object.keys(body[0])).toEqual(OUTBOUND);
    expect(text).toMatch(/"variables" ?: ?\{\}/);
  });

  test('keeps hostile text unchanged', async () => {
    const account = await server.account();
    const fields = {
      name: `Robert'); drop table assistants;-- "quoted" \\ </script> 🎧 ‮`,
      system_prompt: 'Line one\nLine two\tand {{name}} \\u0000 $1 %s',
      variables: { __proto__x: 1, constructor: 'a', 'with "quotes"': 'a\u2028b' },
    };
    expect(await createAssistant(account, fields)).toMatchObject(fields);
  });
});

describe('an account', () => {
  test('without assistants has empty lists', async () => {
    const account = await server.account();
    expect((await account.get('/user/assistants')).text).toBe('[]');
    expect((await account.get('/user/assistants/outbound')).text).toBe('[]');
  });

  test('sees its own assistants only, newest first', async () => {
    const [mine, theirs] = [await server.account(), await server.account()];
    const ids = [(await createAssistant(mine)).id, (await createAssistant(mine, { type: 'outbound' })).id];
    await createAssistant(theirs, { type: 'outbound' });
    const idsOf = (items: { id: number }[]): number[] => items.map(({ id }) => id);
    expect(idsOf((await mine.get('/user/assistants')).body)).toEqual(ids.toReversed());
    expect(idsOf((await mine.get('/user/assistants/get')).body.data)).toEqual(ids.toReversed());
    expect(idsOf((await mine.get('/user/assistants/outbound')).body)).toEqual([ids[1]]);
  });
});

describe('deleting', () => {
  test('hides the assistant everywhere, keeps its row and frees its number', async () => {
    const account = await server.account();
    const number = await insertNumber(account);
    const { id } = await createAssistant(account, { phone_number_id: number });
    const deleted = await account.delete(`/user/assistant/${id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ message: expect.any(String) });
    for (const answer of [
      await account.get(`/user/assistant/${id}`),
      await account.put(`/user/assistant/${id}`, { name: 'Again' }),
      await account.delete(`/user/assistant/${id}`),
      await account.post(`/user/assistant/${id}/activate`),
      await account.post(`/user/assistant/${id}/deactivate`),
      await account.post('/user/assistants/disable-webhook', { assistant_id: id }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ message: 'Assistant not found.' });
    }
    expect((await account.get('/user/assistants')).body).toEqual([]);
    const [row] = await server.database.query<{ deleted_at: Date }>(
      'select deleted_at from assistants where id = $1',
      [id],
    );
    expect(row?.deleted_at).toBeInstanceOf(Date);
    await createAssistant(account, { phone_number_id: number });
  });
});

describe('activate and deactivate', () => {
  test('change and return only the status', async () => {
    const account = await server.account();
    const before = await createAssistant(account);
    const path = `/user/assistant/${before.id}`;
    for (const [verb, status] of [
      ['activate', 'active'],
      ['activate', 'active'],
      ['deactivate', 'inactive'],
    ] as const) {
      const { body } = await account.post(`${path}/${verb}`);
      const { id, name, type, mode } = before;
      expect(body.data).toEqual({ id, name, status, type, mode });
      const { data } = (await account.get(path)).body;
      expect(data).toEqual({ ...before, status, updated_at: data.updated_at });
    }
  });
});

describe('the webhook toggles', () => {
  const TOGGLES = [
    ['webhook', 'webhook_url'],
    ['inbound-webhook', 'inbound_webhook_url'],
    ['conversation-ended-webhook', 'conversation_ended_webhook_url'],
  ] as const;

  test.each(TOGGLES)('enable-%s sets %s, and disabling removes it', async (toggle, field) => {
    const account = await server.account();
    const before = await createAssistant(account, await modeFields(account, 'pipeline'));
    const path = `/user/assistant/${before.id}`;
    const body = { assistant_id: String(before.id), webhook_url: 'https://example.com/hook' };
    const enabled = await account.post(`/user/assistants/enable-${toggle}`, body);
    expect(enabled.status).toBe(200);
    expect(enabled.body).toEqual({ message: expect.any(String), data: [] });
    const on = (await account.get(path)).body.data;
    expect(on).toEqual({
      ...before,
      [field]: 'https://example.com/hook',
      is_webhook_active: toggle === 'webhook',
      updated_at: on.updated_at,
    });
    const disabled = await account.post(`/user/assistants/disable-${toggle}`, { assistant_id: before.id });
    expect(disabled.body).toEqual({ message: expect.any(String), data: [] });
    const off = (await account.get(path)).body.data;
    expect(off).toEqual({ ...before, updated_at: off.updated_at });
  });

  test.each(TOGGLES)('%s reports missing and invalid fields', async (toggle) => {
    const account = await server.account();
    const enabled = await account.post(`/user/assistants/enable-${toggle}`, {});
    expect(enabled.status).toBe(422);
    expect(Object.keys(enabled.body.errors)).toEqual(['assistant_id', 'webhook_url']);
    const disabled = await account.post(`/user/assistants/disable-${toggle}`, { assistant_id: 'x' });
    expect(Object.keys(disabled.body.errors)).toEqual(['assistant_id']);
    const { id } = await createAssistant(account);
    for (const url of ['ftp://example.com', 'example', 'https://a:b@example.com', '', null, 7]) {
      const body = { assistant_id: id, webhook_url: url };
      const answer = await account.post(`/user/assistants/enable-${toggle}`, body);
      expect(answer.status, String(url)).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['webhook_url']);
    }
  });

  test.each(TOGGLES)('%s treats assistants of other accounts like missing ones', async (toggle) => {
    const [account, other] = [await server.account(), await server.account()];
    const foreign = await createAssistant(other);
    const url = 'https://example.com/hook';
    for (const verb of ['enable', 'disable']) {
      const path = `/user/assistants/${verb}-${toggle}`;
      const [first, second] = [
        await account.post(path, { assistant_id: foreign.id, webhook_url: url }),
        await account.post(path, { assistant_id: 9_000_000_000, webhook_url: url }),
      ];
      expect(first.status).toBe(404);
      expect(first.body).toEqual({ message: 'Assistant not found.' });
      expect(second.text).toBe(first.text);
    }
    expect(await reread(other, foreign.id)).toEqual(foreign);
  });
});

async function reread(account: Client, id: number): Promise<unknown> {
  return (await account.get(`/user/assistant/${id}`)).body.data;
}
