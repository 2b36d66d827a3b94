import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

const sockets: Socket[] = [];
let model: FakeModelServer | null = null;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await model?.close();
  model = null;
});

const shutdownLimits = { turnsMs: 200, totalMs: 1_000 };

async function rawConnection(server: TestServer, text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

test('a client that never sends its whole body does not prevent the shutdown', async () => {
  const server = await startTestServer({ overrides: { shutdownLimits } });
  const head =
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{';
  const socket = await rawConnection(server, head);
  expect((await server.visitor.get('/health')).status).toBe(200);
  await server.stop();
  expect(socket.readyState).not.toBe('open');
});

test('closes a kept-alive connection after the response that it sends during shutdown', async () => {
  model = await startFakeModelServer();
  const environment = { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'fake' };
  const server = await startTestServer({ environment });
  const account = await server.account();
  const { body: models } = await account.get('/user/assistants/models?type=llm');
  const { id } = models.find(({ name }: { name: string }) => name === 'fake');
  const assistant = await createAssistant(account, { llm_model_id: id });
  model.script({ kind: 'drip', text: 'Hello there' });
  const body = { assistant_id: assistant.id, customer_identifier: 'x', message: 'Hi' };
  const reply = account.post('/user/ai/generate-reply', body);
  await model.nextRequest();
  const stopped = server.stop();
  while (model.next());
  expect((await reply).headers.get('connection')).toBe('close');
  await stopped;
});

test('shutdown aborts a reply that never ends although its client is connected', async () => {
  model = await startFakeModelServer();
  const environment = { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'fake' };
  const server = await startTestServer({ environment, overrides: { shutdownLimits } });
  const account = await server.account();
  const { body: models } = await account.get('/user/assistants/models?type=llm');
  const { id } = models.find(({ name }: { name: string }) => name === 'fake');
  const assistant = await createAssistant(account, { llm_model_id: id });
  model.script({ kind: 'drip', text: 'Hello there' });
  const body = { assistant_id: assistant.id, customer_identifier: 'x', message: 'Hi' };
  const reply = account.post('/user/ai/generate-reply', body).catch(() => null);
  await model.nextRequest();
  await server.stop();
  expect((await reply)?.status ?? 503).not.toBe(200);
});

test('a second stop waits for the same shutdown', async () => {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage): void => void answer.resume().once('end', resolve);
    get(`${server.api}/health`, { agent }, onAnswer).once('error', reject);
  });
  await Promise.all([server.stop(), server.stop()]);
  await expect(fetch(`${server.api}/health`)).rejects.toThrow();
  agent.destroy();
});
