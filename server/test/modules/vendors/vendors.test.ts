import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { startDeepgramServer } from '../../kit/deepgram-server.ts';
import { newKnowledgebase, processed, upload } from '../../kit/documents.ts';
import { openConversation, streamReply } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeModelServer, type FakeReply, startFakeModelServer } from '../../kit/fake-model-server.ts';
import { installationOwner } from '../../kit/installation-owner.ts';
import { startOpenAiServer } from '../../kit/openai-server.ts';
import { startServerProcess } from '../../kit/server-process.ts';
import { cartesiaDialect } from '../../kit/speech-dialects.ts';
import { startSpeechServer } from '../../kit/speech-server.ts';
import { type Client, clientOf, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { startTwilioNumbersFake, type TwilioNumbersFake } from '../../kit/twilio-numbers-fake.ts';

const KEY = 'sk-test-0123456789abcdefWXYZ';
const TWILIO = { accountSid: `AC${'1a'.repeat(16)}`, authToken: 'token-0123456789' };

let server: TestServer;
let owner: Client;
let model: FakeModelServer;
let twilio: TwilioNumbersFake;

beforeAll(async () => {
  model = await startFakeModelServer();
  twilio = await startTwilioNumbersFake(TWILIO);
  server = await startTestServer({
    environment: { DEEPGRAM_API_KEY: 'from-the-environment', PARLEY_TWILIO_API_URL: twilio.origin },
  });
  owner = await installationOwner(server);
});
afterAll(async () => {
  await server.stop();
  await model.close();
  await twilio.close();
});
beforeEach(() => model.replace());

const SELF_HOSTED = '/user/vendors/openai-compatible';
const selfHosted = () => ({ base_url: model.baseUrl, models: ['main', 'spare'], api_key: KEY });

async function vendorOf(account: Client, code: string) {
  const { body } = await account.get('/user/vendors');
  return body.data.find((one: { code: string }) => one.code === code);
}

async function modelNames(account: Client): Promise<string[]> {
  const { body } = await account.get('/user/assistants/models?type=llm');
  return body.map(({ name }: { name: string }) => name);
}

async function modelId(account: Client, wanted: string): Promise<number> {
  const { body } = await account.get('/user/assistants/models?type=llm');
  return body.find(({ name }: { name: string }) => name === wanted).id;
}

async function reply(assistant: { uuid: string }) {
  const path = await openConversation(server.visitor, assistant);
  return server.visitor.post(`${path}/messages`, { message: 'Hello' });
}

describe('models', () => {
  test('are used without a restart until the vendor is disconnected', async () => {
    expect((await vendorOf(owner, 'openai-compatible')).state).toBe('not_connected');
    const tested = await owner.post(`${SELF_HOSTED}/test`, selfHosted());
    expect(tested.body.data).toMatchObject({ works: true, reason: 'works' });
    expect(model.authorizations.at(-1)).toBe(`Bearer ${KEY}`);
    expect(await modelNames(owner)).not.toContain('main');

    const saved = await owner.put(SELF_HOSTED, selfHosted());
    expect(saved.body.data).toMatchObject({
      state: 'connected',
      key_hint: 'WXYZ',
      settings: { base_url: model.baseUrl, models: ['main', 'spare'], name: null },
    });
    const account = await server.account();
    const assistant = await createAssistant(account, { llm_model_id: await modelId(account, 'main') });
    expect((await reply(assistant)).text).toContain('Hello from the fake model.');
    expect((await vendorOf(owner, 'openai-compatible')).used_by.assistants).toBe(1);

    const removed = await owner.delete(SELF_HOSTED);
    expect(removed.body.data).toMatchObject({ state: 'not_connected', key_hint: null, saved_at: null });
    expect(await modelNames(account)).not.toContain('main');
    expect((await reply(assistant)).status).toBe(503);
    expect((await owner.delete(SELF_HOSTED)).status).toBe(404);
    expect(await server.database.query('select from vendor_connections')).toEqual([]);
  });

  test('of a disconnected vendor finish the reply that is under way', async () => {
    await owner.put(SELF_HOSTED, selfHosted());
    const account = await server.account();
    const assistant = await createAssistant(account, { llm_model_id: await modelId(account, 'main') });
    const path = await openConversation(server.visitor, assistant);
    model.replace({ kind: 'drip', text: 'Here it is' });
    const arrival = model.nextRequest();
    const opening = streamReply(server.api, `${path}/messages`, 'Hello');
    await arrival;
    await owner.delete(SELF_HOSTED);
    while (model.next());
    const events = await opening;
    expect((await events.rest()).at(-1)).toMatchObject({ event: 'done', data: { message: 'Here it is' } });
  });

  test('keep the stored key when a change leaves it out', async () => {
    await owner.put(SELF_HOSTED, selfHosted());
    const { api_key: _key, ...withoutKey } = selfHosted();
    const changed = await owner.put(SELF_HOSTED, { ...withoutKey, models: ['other'] });
    expect(changed.body.data).toMatchObject({ key_hint: 'WXYZ', settings: { models: ['other'] } });
    expect(await modelNames(owner)).toContain('other');
    expect((await owner.post(`${SELF_HOSTED}/test`)).body.data.works).toBe(true);
    expect(model.authorizations.at(-1)).toBe(`Bearer ${KEY}`);
    // Otherwise a changed base URL would send the stored key to another server.
    const moved = await owner.put(SELF_HOSTED, { ...withoutKey, base_url: 'http://127.0.0.1:1/v1' });
    expect(moved.status).toBe(422);
    expect(moved.body.errors.api_key[0]).toMatch(/Enter the key again/);
    await owner.delete(SELF_HOSTED);
  });
});

describe('a test', () => {
  test.each<[string, FakeReply, string]>([
    [
      'a wrong key',
      { kind: 'status', status: 401, body: `{"error":{"message":"Incorrect key ${KEY}"}}` },
      'wrong_key',
    ],
    [
      'no credit',
      { kind: 'status', status: 429, body: '{"error":{"message":"insufficient_quota: check billing"}}' },
      'no_credit',
    ],
    ['an unknown model', { kind: 'status', status: 404 }, 'wrong_model'],
    ['too many requests', { kind: 'status', status: 429 }, 'rate_limited'],
    ['a failing vendor', { kind: 'status', status: 503 }, 'unreachable'],
    ['garbage', { kind: 'garbage' }, 'bad_answer'],
  ])('reports %s in plain words, without the key', async (_, failure, reason) => {
    model.replace(failure);
    const { status, body, text } = await owner.post(`${SELF_HOSTED}/test`, selfHosted());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ works: false, reason });
    expect(body.data.message).not.toBe('');
    expect(text).not.toContain(KEY);
  });

  test('reports a server that is not there', async () => {
    const settings = { ...selfHosted(), base_url: 'http://127.0.0.1:1/v1' };
    const { body } = await owner.post(`${SELF_HOSTED}/test`, settings);
    expect(body.data).toMatchObject({ works: false, reason: 'unreachable' });
  });

  test('needs settings', async () => {
    expect((await owner.post(`${SELF_HOSTED}/test`)).body.errors).toMatchObject({
      base_url: ['The base url field is required.'],
      models: ['The models field is required.'],
    });
    expect((await owner.post('/user/vendors/nobody/test')).status).toBe(404);
  });
});

describe('settings', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ['a missing key', 'openai', {}, 'api_key'],
    ['a key with a line break', 'openai', { api_key: 'a\nb' }, 'api_key'],
    ['a field of another vendor', 'anthropic', { api_key: KEY, dimensions: 3 }, 'dimensions'],
    ['a malformed base URL', 'openai', { api_key: KEY, base_url: 'nowhere' }, 'base_url'],
    [
      'a base URL with a password',
      'openai',
      { api_key: KEY, base_url: 'https://a:b@example.com' },
      'base_url',
    ],
    [
      'a name of another vendor',
      'openai-compatible',
      { base_url: 'https://x.example/v1', models: ['m'], name: 'openai' },
      'name',
    ],
    ['a model with a comma', 'openai', { api_key: KEY, models: ['a,b'] }, 'models.0'],
    ['a wrong SID', 'twilio', { account_sid: 'SID', auth_token: 'x' }, 'account_sid'],
    [
      'a malformed voice',
      'openai-compatible-tts',
      { base_url: 'https://x.example/v1', model: 'm', voices: ['a b=c'] },
      'voices',
    ],
  ])('with %s are refused', async (_, code, settings, field) => {
    const { status, body } = await owner.put(`/user/vendors/${code}`, settings);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(JSON.stringify(body)).not.toMatch(/PARLEY_/);
  });

  test('of an unknown vendor are refused', async () => {
    expect((await owner.put('/user/vendors/nobody', { api_key: KEY })).status).toBe(404);
  });

  test('belong to the owner of the installation only', async () => {
    const account = await server.account();
    expect((await account.get('/user/vendors')).status).toBe(403);
    expect((await account.put(SELF_HOSTED, selfHosted())).status).toBe(403);
    expect((await account.delete(SELF_HOSTED)).status).toBe(403);
    expect((await account.post(`${SELF_HOSTED}/test`, selfHosted())).status).toBe(403);
    expect((await server.visitor.get('/user/vendors')).status).toBe(401);
  });

  test('of the environment win and are not shown', async () => {
    const { text } = await owner.get('/user/vendors');
    expect(await vendorOf(owner, 'deepgram')).toMatchObject({
      state: 'environment',
      variable: 'DEEPGRAM_API_KEY',
      key_hint: null,
    });
    expect(text).not.toContain('from-the-environment');
    const refused = await owner.put('/user/vendors/deepgram', { api_key: KEY });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/DEEPGRAM_API_KEY/);
  });

  test('are stored encrypted', async () => {
    await owner.put('/user/vendors/anthropic', { api_key: KEY });
    const [row] = await server.database.query<{ row: string; sealed: string }>(
      `select vendor_connections::text as row, encode(sealed_secrets, 'escape') as sealed from vendor_connections`,
    );
    expect(row?.row).not.toContain(KEY);
    expect(row?.sealed).not.toContain(KEY);
    expect((await owner.get('/user/vendors')).text).not.toContain(KEY);
    await owner.delete('/user/vendors/anthropic');
  });
});

describe('other processes', () => {
  test('use a new vendor within a second, and stop using a removed one', async () => {
    const other = await startTestServer({ beside: server.testDatabase });
    const there = other.client(owner.token ?? '');
    await owner.put(SELF_HOSTED, selfHosted());
    const added = await eventually(
      () => modelNames(there),
      (names) => names.includes('main'),
      1_000,
    );
    expect(added).toContain('spare');
    await there.delete(SELF_HOSTED);
    await eventually(
      () => modelNames(owner),
      (names) => !names.includes('main'),
      1_000,
    );
    await other.stop();
  });

  test('find a vendor whose process was killed right after saving it', async () => {
    const doomed = await startServerProcess(server.testDatabase.connection);
    const saved = await clientOf(doomed.api, owner.token).put(SELF_HOSTED, selfHosted());
    expect(saved.status).toBe(200);
    await doomed.kill();
    const next = await startTestServer({ beside: server.testDatabase });
    expect(await modelNames(next.client(owner.token ?? ''))).toContain('main');
    await next.stop();
    await owner.delete(SELF_HOSTED);
  });

  test('start although a stored key cannot be decrypted', async () => {
    await owner.put(SELF_HOSTED, selfHosted());
    await server.database.query(`update vendor_connections set sealed_secrets = '\\x00112233'`);
    const next = await startTestServer({ beside: server.testDatabase });
    const there = next.client(owner.token ?? '');
    expect(await modelNames(there)).not.toContain('main');
    expect((await vendorOf(there, 'openai-compatible')).state).toBe('unreadable');
    await there.put(SELF_HOSTED, selfHosted());
    expect(await modelNames(there)).toContain('main');
    await next.stop();
    await owner.delete(SELF_HOSTED);
  });
});

test('a connected text-to-speech vendor speaks, and a refused key is reported', async () => {
  const vendor = await startSpeechServer(cartesiaDialect);
  const settings = { api_key: KEY, base_url: vendor.url.replace(/^ws/, 'http'), voices: ['ana=Ana'] };
  vendor.refuse(401, 401, 401, 401);
  expect((await owner.post('/user/vendors/cartesia/test', settings)).body.data.reason).toBe('wrong_key');
  vendor.accept();
  expect((await owner.post('/user/vendors/cartesia/test', settings)).body.data.reason).toBe('works');
  await owner.put('/user/vendors/cartesia', settings);
  const { body: voices } = await owner.get('/user/assistants/voices?mode=pipeline');
  const { id } = voices.find(({ name }: { name: string }) => name === 'Ana');
  const preview = await server.visitor.get(`/voices/${id}/preview`);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  await owner.delete('/user/vendors/cartesia');
  await vendor.close();
});

test('a speech-to-text vendor transcribes a sentence in its test', async () => {
  const vendor = await startDeepgramServer();
  vendor.script('Yes please.');
  const other = await startTestServer({ beside: server.testDatabase });
  const there = other.client(owner.token ?? '');
  const settings = { api_key: KEY, base_url: vendor.url.replace(/^ws/, 'http') };
  expect((await there.post('/user/vendors/deepgram/test', settings)).body.data.reason).toBe('works');
  await there.put('/user/vendors/deepgram', settings);
  const { body } = await there.get('/user/assistants/transcriber-providers');
  expect(body.map(({ code }: { code: string }) => code)).toContain('deepgram');
  await there.delete('/user/vendors/deepgram');
  await other.stop();
  await vendor.close();
});

test('Twilio sells numbers as soon as it is connected', async () => {
  twilio.stock.push({ phoneNumber: '+14155550188', country: 'US', kind: 'Local', sms: true });
  const features = async () => (await owner.get('/console/session')).body.features;
  expect(await features()).toMatchObject({ number_shop: 'sandbox', sms_carriers: ['sandbox'] });
  const settings = { account_sid: TWILIO.accountSid, auth_token: TWILIO.authToken };
  const wrong = { ...settings, auth_token: 'wrong-0123456789' };
  expect((await owner.post('/user/vendors/twilio/test', wrong)).body.data.reason).toBe('wrong_key');
  expect((await owner.post('/user/vendors/twilio/test', settings)).body.data.message).toMatch(/Mill Inn/);
  await owner.put('/user/vendors/twilio', settings);
  expect(await features()).toMatchObject({ number_shop: 'twilio', sms_carriers: ['sandbox', 'twilio'] });
  const found = await owner.get('/user/phone-numbers/search?country_code=US');
  expect(found.text).toContain('+14155550188');
  await owner.delete('/user/vendors/twilio');
  expect(await features()).toMatchObject({ number_shop: 'sandbox', sms_carriers: ['sandbox'] });
});

test('connected embeddings are used for new documents', async () => {
  const endpoint = await startOpenAiServer();
  const settings = { base_url: `${endpoint.origin}/v1`, model: 'embed', dimensions: 768, api_key: KEY };
  const wrong = await owner.post('/user/vendors/embeddings/test', { ...settings, dimensions: 3 });
  expect(wrong.body.data).toMatchObject({ works: false, reason: 'wrong_model' });
  expect((await owner.post('/user/vendors/embeddings/test', settings)).body.data.works).toBe(true);
  await owner.put('/user/vendors/embeddings', settings);
  const knowledgebase = await newKnowledgebase(owner);
  const file = { type: 'txt', name: 'hours.txt', bytes: Buffer.from('We open at nine.') };
  await processed(owner, await upload(owner, knowledgebase, file));
  const models = await server.database.query('select distinct embedding_model from knowledgebases');
  expect(models).toEqual([{ embedding_model: 'openai-compatible/embed-768' }]);
  const [self] = await server.database.query('select distinct embedding_model as model from processes');
  expect(self).toEqual({ model: 'openai-compatible/embed-768' });
  await owner.delete('/user/vendors/embeddings');
  await endpoint.close();
});
