import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { endedCall } from '../kit/calls.ts';
import { runCommandWith, startCommand } from '../kit/command-line.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startLoadBalancer } from '../kit/load-balancer.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

const environment = (address: string) => ({
  DATABASE_URL: connectionUrl(server.testDatabase.connection),
  PORT: new URL(address).port,
  PARLEY_HOST: '127.0.0.1',
});
const call = (words: string[], input: string) =>
  runCommandWith(['call', ...words], environment(server.address), input);

test('parley call sends typed words to the assistant, prints the transcript, and hangs up', async () => {
  const { uuid } = await createAssistant(account, {
    initial_message: 'Mill Inn, good evening.',
    system_prompt: 'You help guests. Breakfast is at seven.',
  });
  const { code, output } = await call(['--assistant', uuid], 'When is breakfast?\n');
  expect(output).toContain('Mill Inn, good evening.');
  expect(output).toContain('seven');
  expect(code).toBe(0);
  const [{ id }] = (await account.get('/user/calls?type=web')).body.data;
  expect(await endedCall(account, id)).toMatchObject({
    status: 'ended_by_customer',
    transcript: [{ sender: 'bot' }, { text: 'When is breakfast?' }, { sender: 'bot' }],
  });
  // The command has deleted its token.
  const tokens = await server.database.query(`select from tokens where name = 'parley call'`);
  expect(tokens).toEqual([]);
});

test('reconnects when its connection breaks, and then sends what was typed meanwhile', async () => {
  const { uuid } = await createAssistant(account, {
    initial_message: 'Mill Inn, good evening.',
    system_prompt: 'You help guests. Dinner is at nine.',
  });
  const balancer = await startLoadBalancer();
  endsWithTest(balancer.close);
  balancer.aim(() => server.address);
  const { child, ended } = startCommand(['call', '--assistant', uuid], environment(balancer.origin), null);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += String(piece)));
  const prints = (text: string) =>
    eventually(
      async () => output,
      (all) => all.includes(text),
    );
  await prints('Mill Inn, good evening.');
  balancer.aim(() => null);
  balancer.breakSockets();
  await prints('Connection lost. Reconnecting…');
  child.stdin?.write('When is dinner?\n');
  balancer.aim(() => server.address);
  await prints('nine');
  child.stdin?.end();
  expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('Reconnected.') });
  const [{ id }] = (await account.get('/user/calls?type=web')).body.data;
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
});

test('reports a missing assistant', async () => {
  for (const name of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
    expect(await call(['--assistant', name], '')).toEqual({ code: 1, output: 'Assistant not found.\n' });
  }
});
