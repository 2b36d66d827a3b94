import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../kit/tool-endpoint.ts';

let server: TestServer;
let browser: TestBrowser;
let endpoint: ToolEndpoint;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  endpoint = await startToolEndpoint();
});
afterAll(async () => {
  await endpoint.close();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });

const schema = [
  { name: 'order_id', type: 'string', description: 'The number of the order' },
  { name: 'is_express', type: 'boolean', description: 'Whether it is urgent' },
];

async function newTool(fields: Record<string, unknown> = {}): Promise<number> {
  const created = await account.post('/user/tools', {
    name: 'find_order',
    description: 'Tells where an order is.',
    method: 'GET',
    endpoint: `${endpoint.origin}/orders/{order_id}`,
    schema,
    ...fields,
  });
  expect(created.status, created.text).toBe(201);
  return created.body.data.id;
}

async function fillIn(page: Page): Promise<void> {
  const name = page.getByLabel('Name', { exact: true }).first();
  await name.fill('Find Order');
  await name.press('Tab');
  const rule = page.getByText('must be lowercase letters and underscores, and start with a letter.');
  await rule.waitFor();
  await name.fill('find_order');
  await rule.waitFor({ state: 'detached' });
  await page.getByLabel('Description').fill('Tells where an order is.');
  await page.getByLabel('URL').fill(`${endpoint.origin}/orders/{order_id}`);
  const warning = page.getByText('No parameter named {order_id}');
  await warning.waitFor();
  await page.getByRole('button', { name: 'Add parameter' }).click();
  const value = page.getByRole('group', { name: 'Parameter 1' });
  await value.getByLabel('Name').fill('order_id');
  await warning.waitFor({ state: 'detached' });
  await value.getByLabel('Description').fill('The number of the order');
  await page.getByRole('button', { name: 'Add header' }).click();
  const header = page.getByRole('group', { name: 'Header 1' });
  await header.getByLabel('Name').fill('Host');
  await header.getByLabel('Value', { exact: true }).fill('Bearer 4711');
  await page.getByText('must not be a header of the connection itself').waitFor();
  await header.getByLabel('Name').fill('X-Key');
  const wait = page.getByLabel('Timeout, in seconds');
  await wait.fill('31');
  await wait.press('Tab');
  await page.getByText('Must not be greater than 30.').waitFor();
  await wait.fill('7');
}

test('a tool is created, saved, tested against its endpoint, and deleted', async () => {
  endpoint.reset();
  endpoint.answer({ body: { status: 'on its way' } });
  const { page, errors } = await open('/tools');
  await page.getByRole('heading', { name: 'No tools yet' }).waitFor();
  await page.getByRole('link', { name: 'New tool' }).first().click();
  await fillIn(page);
  // Secrets are masked until revealed.
  const secret = page.getByRole('group', { name: 'Header 1' }).getByLabel('Value', { exact: true });
  await expect.poll(() => secret.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show value 1' }).click();
  await expect.poll(() => secret.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'find_order' }).waitFor();
  const id = Number(/tools\/(\d+)$/.exec(page.url())?.[1]);
  expect((await account.get(`/user/tools/${id}`)).body).toMatchObject({ timeout: 7, name: 'find_order' });

  const trial = page.getByRole('form', { name: 'Test the tool' });
  await trial.getByLabel('order_id').fill('A 17');
  await trial.getByRole('button', { name: 'Run test' }).click();
  await page.getByText('Succeeded').waitFor();
  expect(endpoint.calls.map(({ method, url, headers }) => [method, url, headers['x-key']])).toEqual([
    ['GET', '/orders/A%2017', 'Bearer 4711'],
  ]);
  await page.getByText(`GET ${endpoint.origin}/orders/A%2017`).waitFor();
  await page.getByText('on its way').waitFor();

  endpoint.answer({ status: 500, body: 'broken' });
  await trial.getByRole('button', { name: 'Run test' }).click();
  await page.getByText('Failed', { exact: true }).waitFor();

  const asked = page.getByRole('alertdialog');
  // A failure is shown next to the test and disappears with the next one.
  await page.route(/\/user\/tools\/\d+$/, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await asked.getByRole('alert').getByText('The server can’t be reached.').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(/\/user\/tools\/\d+$/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await asked.waitFor();
  expect(await asked.getByRole('alert').count()).toBe(0);
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No tools yet' }).waitFor();
  expect((await account.get(`/user/tools/${id}`)).status).toBe(404);
  // After the deletion is announced, the page may request the tool once more before it closes.
  expect(errors.filter((error) => !/404|ERR_FAILED/.test(error))).toEqual([]);
});

test('leaving a form with unsaved changes asks for confirmation', async () => {
  const id = await newTool();
  const { page, errors } = await open(`/tools/${id}`);
  const description = page.getByRole('form', { name: 'Tool', exact: true }).getByLabel('Description').first();
  await description.fill('Something else.');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => description.inputValue()).toBe('Something else.');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();

  // Leaving a saved form asks nothing.
  await page.goto(`${server.address}/tools/${id}`);
  await description.fill('Tells all about an order.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tool saved.').first().waitFor();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  expect((await account.get(`/user/tools/${id}`)).body.description).toBe('Tells all about an order.');
  expect(errors).toEqual([]);
});

test('the tool pages are accessible in both themes and fit a phone', async () => {
  const id = await newTool({ headers: [{ name: 'X-Key', value: 'Bearer 4711' }] });
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'tools-list',
      path: '/tools',
      show: (page) => page.getByRole('table', { name: 'Tools' }).waitFor(),
    },
    {
      name: 'tools-new',
      path: '/tools/new',
      show: async (page) => {
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('This is required.').first().waitFor();
      },
    },
    {
      name: 'tools-editor',
      path: `/tools/${id}`,
      show: async (page) => {
        await page.getByLabel('order_id').fill('17');
        await page.getByRole('button', { name: 'Run test' }).click();
        await page.getByText('Result for the assistant').waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});
