import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { prepareInstallation } from '../../src/demo/prepare-installation.ts';
import { readDemoAssistant } from '../../src/demo/read-demo-assistant.ts';
import { dayWithoutCalls, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('two processes starting together create one owner and one demo, which answers from its handbook', async () => {
  const { config, secrets } = readConfig({
    PARLEY_OWNER_PASSWORD: 'correct horse',
    PARLEY_OWNER_TIMEZONE: 'Europe/Bucharest',
  });
  const made = await Promise.all([1, 2].map(() => prepareInstallation(server, config, secrets)));
  expect(made.map(({ email }) => email)).toEqual(['owner@localhost', 'owner@localhost']);

  const [owner] = await server.database.query('select timezone from users where is_owner');
  expect(owner).toEqual({ timezone: 'Europe/Bucharest' });

  const login = await server.visitor.post('/login', { email: 'owner@localhost', password: 'correct horse' });
  const authorization = { authorization: `Bearer ${login.body.token}` };
  const assistants = await server.visitor.get('/user/assistants', authorization);
  expect(assistants.body.map(({ type }: { type: string }) => type)).toEqual(['inbound', 'outbound']);
  expect(assistants.body[0].uuid).toBe(await readDemoAssistant(server.database));
  const id = assistants.body[0].knowledgebase_id;
  await eventually(
    () => server.visitor.get(`/user/knowledgebases/${id}`, authorization),
    ({ body }) => body.data.status === 'active',
  );

  const assistant_id = assistants.body[0].uuid;
  const opened = await server.visitor.post('/conversations', { assistant_id, type: 'test' });
  const path = `/conversations/${opened.body.conversation_id}/messages`;
  const reply = await server.visitor.post(path, { message: 'How much is a professional cleaning?' });
  expect(reply.body.message).toContain('85 euros');
});

test('the sandbox phone reaches the demo assistant without any setup', async () => {
  const login = await server.visitor.post('/login', { email: 'owner@localhost', password: 'correct horse' });
  const owner = server.client(login.body.token);
  const [number, ...others] = (await owner.get('/user/phone-numbers/all')).body.data;
  expect(others).toEqual([]);
  const [reception] = (await owner.get('/user/assistants')).body;
  expect(reception).toMatchObject({ phone_number_id: number.id, status: 'active', record: true });
  const call = await owner.post('/sandbox/calls', { from: '+40721000111', to: number.phone_number });
  expect(call.status).toBe(201);
});

test('the demo has a campaign ready to start', async () => {
  const login = await server.visitor.post('/login', { email: 'owner@localhost', password: 'correct horse' });
  const owner = server.client(login.body.token);
  const [campaign, ...others] = (await owner.get('/user/campaigns')).body;
  expect([campaign.status, others]).toEqual(['draft', []]);
  expect((await owner.get(`/user/leads?campaign_id=${campaign.id}`)).body.total).toBe(5);
  await owner.put(`/user/campaign/${campaign.id}`, { allowed_days: [dayWithoutCalls()] });
  expect((await setStatus(owner, campaign.id, 'start')).status).toBe(200);
});

test('a deleted demo is not created again', async () => {
  const { config, secrets } = readConfig({ PARLEY_OWNER_PASSWORD: 'correct horse' });
  await server.database.query('update assistants set deleted_at = now()');
  await prepareInstallation(server, config, secrets);
  expect(await readDemoAssistant(server.database)).toBeNull();
});
