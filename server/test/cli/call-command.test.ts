import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { endedCall } from '../kit/calls.ts';
import { runCommandWith } from '../kit/command-line.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

const call = (words: string[], input: string) => {
  const { port } = new URL(server.address);
  const database = { DATABASE_URL: connectionUrl(server.testDatabase.connection) };
  return runCommandWith(['call', ...words], { ...database, PORT: port, PARLEY_HOST: '127.0.0.1' }, input);
};

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

test('reports a missing assistant', async () => {
  for (const name of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
    expect(await call(['--assistant', name], '')).toEqual({ code: 1, output: 'Assistant not found.\n' });
  }
});
