import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { endedCall } from '../kit/calls.ts';
import { openConsole } from '../kit/console-page.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { cloneDatabase, startTestServer, type TestDatabase, type TestServer } from '../kit/test-server.ts';

let installation: ModelInstallation;
let database: TestDatabase;
let voice: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  database = await cloneDatabase();
  const shared = { DATABASE_URL: connectionUrl(database.connection) };
  const environment = { PARLEY_ROLE: 'api', ...shared };
  installation = await startModelInstallation({ beside: database, environment });
  voice = await startTestServer({
    beside: database,
    environment: {
      PARLEY_ROLE: 'voice',
      ...shared,
      PARLEY_LLM_BASE_URL: installation.model.baseUrl,
      PARLEY_LLM_MODELS: 'main,spare',
    },
  });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await voice.stop();
  await installation.stop();
  await database.drop();
});

test('a page of one process connects a test call to another, which its content security policy allows', async () => {
  const { server } = installation;
  const account = await server.account();
  const { id } = await installation.assistant(account, { initial_message: 'Mill Inn.' });
  const path = `/assistants/${id}?tab=talk`;
  const { page, errors } = await openConsole(browser, { server, account, path });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host));
  await page.getByRole('tab', { name: 'Test call' }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByText('Connected').waitFor();
  installation.model.script({ kind: 'answer', text: 'At seven.' });
  await page.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
  await page.keyboard.press('Enter');
  await page.getByRole('log', { name: 'Transcript' }).getByText('At seven.').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('You hung up.').waitFor();
  const [{ id: callId }] = (await account.get('/user/calls')).body.data;
  expect(await endedCall(account, callId)).toMatchObject({ type: 'web', status: 'ended_by_customer' });
  expect(sockets).toEqual([new URL(voice.address).host]);
  expect(errors).toEqual([]);
});
