import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { installationOwner } from '../kit/installation-owner.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const KEY = 'sk-test-0123456789abcdefWXYZ';

let server: TestServer;
let browser: TestBrowser;
let model: FakeModelServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer({ environment: { DEEPGRAM_API_KEY: 'from-the-environment' } });
  browser = await sharedBrowser();
  model = await startFakeModelServer();
  owner = await installationOwner(server);
});
afterAll(async () => {
  await server.stop();
  await model.close();
});
beforeEach(() => model.replace());

const open = (path: string, account = owner) => openConsole(browser, { server, account, path });

test('a vendor is connected from the dashboard after a failed test, changed, tested and disconnected', async () => {
  const { page, errors } = await open('/');
  await page.getByText('You’re using the built-in model').waitFor();
  await page.getByRole('link', { name: 'Connect a vendor' }).click();
  await page.getByRole('button', { name: /^Connect OpenAI-compatible models/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await dialog.getByText('This is required.').first().waitFor();
  await dialog.getByLabel('Base URL').fill(model.baseUrl);
  await dialog.getByLabel('Models', { exact: true }).fill('main, spare');
  await dialog.getByText('More settings').click();
  await dialog.getByLabel('API key').fill(KEY);
  model.replace({ kind: 'status', status: 401 });
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await dialog.getByText('rejected the key').waitFor();
  await dialog.getByRole('button', { name: 'Save anyway' }).waitFor();
  expect((await owner.get('/user/assistants/models')).text).not.toContain('spare');
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Key ends in WXYZ').waitFor();
  expect((await owner.get('/user/assistants/models')).text).toContain('spare');

  await page.getByRole('button', { name: /^Test OpenAI-compatible models/ }).click();
  await page.getByRole('status').getByText('the model main answered').waitFor();
  await page.getByRole('button', { name: /^Change OpenAI-compatible models/ }).click();
  // The stored key never returns to the browser.
  await dialog.getByText('More settings').click();
  expect(await dialog.getByLabel('API key').inputValue()).toBe('');
  expect(await dialog.getByLabel('Models', { exact: true }).inputValue()).toBe('main, spare');
  await dialog.getByRole('button', { name: 'Disconnect vendor' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect vendor' }).click();
  await page.getByRole('button', { name: /^Connect OpenAI-compatible models/ }).waitFor();
  expect((await owner.get('/user/assistants/models')).text).not.toContain('spare');
  // The browser logs the response to the empty form.
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('a failing vendor can be saved anyway', async () => {
  const { page } = await open('/settings/vendors?open=vendor.anthropic');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key').fill(KEY);
  await dialog.getByText('More settings').click();
  await dialog.getByLabel('Base URL').fill('http://127.0.0.1:1/v1');
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await dialog.getByText('cannot be reached').waitFor();
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('Key ends in WXYZ').waitFor();
  await owner.delete('/user/vendors/anthropic');
});

test('other accounts learn who manages vendors', async () => {
  const account = await server.account();
  const { page } = await open('/settings/vendors', account);
  await page.getByText('Only the owner of this installation can manage vendors.').waitFor();
  await page.goto(`${server.address}/settings`);
  await page.getByRole('heading', { name: 'This server' }).waitFor();
  expect(await page.getByRole('link', { name: 'Manage vendors' }).count()).toBe(0);
});

test('the screens of vendors are accessible', async () => {
  await owner.put('/user/vendors/anthropic', { api_key: KEY });
  await owner.put('/user/vendors/google', { api_key: KEY });
  await server.database.query(`update vendor_connections set sealed_secrets = '\\x00' where code = 'google'`);
  const problems = await screenProblems(browser, { server, account: owner }, [
    {
      name: 'vendors',
      path: '/settings/vendors',
      show: (page) => page.getByText('Key unreadable').waitFor(),
    },
    {
      name: 'vendors-connect',
      path: '/settings/vendors?open=vendor.openai',
      show: async (page) => {
        await page.getByText('More settings').click();
        await page.getByLabel('Base URL').waitFor();
      },
    },
    {
      name: 'vendors-unreadable',
      path: '/settings/vendors?open=vendor.google',
      show: (page) => page.getByText('The stored key can’t be decrypted').waitFor(),
    },
    {
      name: 'vendors-disconnect',
      path: '/settings/vendors?open=vendor.anthropic',
      show: async (page) => {
        await page.getByRole('button', { name: 'Disconnect vendor' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});
