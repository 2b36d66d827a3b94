import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { type FakeMcpServer, startMcpServer } from '../kit/mcp-server.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let mcp: FakeMcpServer;
let account: Client;

const tool = (name: string) => ({
  name,
  description: `Describes ${name}.`,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: name === 'find' },
});

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
  mcp = await startMcpServer();
  mcp.tools = [tool('find'), tool('sell')];
});
afterEach(() => mcp.close());

const open = (path: string) => openConsole(browser, { server, account, path });

test('an MCP server is added, tested, chosen for an assistant with some of its tools, and deleted', async () => {
  const { page, errors } = await open('/mcp-servers');
  await page.getByRole('heading', { name: 'No MCP servers yet' }).waitFor();
  await page.getByRole('link', { name: 'Add MCP server' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Mill shop');
  await page.getByLabel('URL').fill(mcp.url);
  await page.getByRole('button', { name: 'Add header' }).click();
  const header = page.getByRole('group', { name: 'Header 1' });
  await header.getByLabel('Name').fill('Authorization');
  await header.getByLabel('Value', { exact: true }).fill('Bearer 4711');
  await header.getByLabel('Value', { exact: true }).press('Tab');
  await page.getByRole('button', { name: 'Save MCP server' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mill shop' }).waitFor();
  const list = page.getByRole('list', { name: 'Tools of the server' });
  await list.getByText('Describes sell.').waitFor();
  await list.getByText('Read only').waitFor();

  mcp.broken = { status: 401, body: '{}' };
  mcp.forgetSessions();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The MCP server refused access (HTTP 401). Check its headers.').waitFor();
  mcp.broken = null;
  mcp.tools = [tool('find'), tool('sell'), tool('mill')];
  await page.getByRole('button', { name: 'Test connection' }).click();
  await list.getByText('Describes mill.').waitFor();
  const { id: serverId } = (await account.get('/user/mcp-servers')).body[0];

  const { id } = await createAssistant(account);
  await page.goto(`${server.address}/assistants/${id}?tab=tools`);
  await page.getByRole('checkbox', { name: /Mill shop/ }).check();
  await page.getByText('All tools, and those that the server adds later.').waitFor();
  await page.getByRole('checkbox', { name: 'sell' }).uncheck();
  await page.getByText('2 of 3.').waitFor();
  await page.getByRole('checkbox', { name: 'mill', exact: true }).uncheck();
  // A server without allowed tools would offer all of them.
  expect(await page.getByRole('checkbox', { name: 'find' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText('All changes saved').waitFor();
  const saved = (await account.get(`/user/assistant/${id}`)).body.data;
  expect(saved).toMatchObject({
    mcp_server_ids: [serverId],
    mcp_tools: [{ server_id: serverId, tool: 'find' }],
  });

  await page.goto(`${server.address}/mcp-servers/${serverId}`);
  await page.getByRole('button', { name: 'Delete MCP server' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete MCP server' }).click();
  await page.getByRole('heading', { name: 'No MCP servers yet' }).waitFor();
  expect((await account.get(`/user/assistant/${id}`)).body.data.mcp_server_ids).toEqual([]);
  // The browser logs the responses of the deleted server.
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
});

test('the screens of MCP servers are accessible', async () => {
  const shop = { name: 'Mill shop', url: mcp.url };
  const { id } = (await account.post('/user/mcp-servers', shop)).body.data;
  mcp.broken = 'reset';
  const broken = (await account.post('/user/mcp-servers', { ...shop, name: 'Broken' })).body.data;
  const assistant = await createAssistant(account, { mcp_server_ids: [id] });
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'mcp-servers-list',
      path: '/mcp-servers',
      show: (page) => page.getByText('Not reachable').waitFor(),
    },
    {
      name: 'mcp-servers-new',
      path: '/mcp-servers/new',
      show: (page) => page.getByRole('button', { name: 'Add header' }).waitFor(),
    },
    {
      name: 'mcp-servers-editor',
      path: `/mcp-servers/${id}`,
      show: (page) => page.getByText('Describes sell.').waitFor(),
    },
    {
      name: 'mcp-servers-broken',
      path: `/mcp-servers/${broken.id}`,
      show: (page) => page.getByText('The connection was closed').waitFor(),
    },
    {
      name: 'mcp-servers-of-assistant',
      path: `/assistants/${assistant.id}?tab=tools`,
      show: (page) => page.getByRole('checkbox', { name: 'sell' }).waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
