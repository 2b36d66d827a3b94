import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assistantPaths,
  PIPELINE_CONTROLS,
  REALTIME_CONTROLS,
  TOOL_CONTROLS,
} from '../kit/assistant-controls.ts';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { CAMPAIGN_CONTROLS, CAMPAIGN_FIELDS } from '../kit/campaign-controls.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { openConsole } from '../kit/console-page.ts';
import { type FormControl, storedBy, valuesAt } from '../kit/form-controls.ts';
import { type FakeMcpServer, startMcpServer } from '../kit/mcp-server.ts';
import { insertTool } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let mcp: FakeMcpServer;

beforeAll(async () => {
  // These vendors are never called. They are listed first, so choosing a built-in one is a change.
  const nobody = 'http://127.0.0.1:9/v1';
  server = await startTestServer({
    environment: {
      PARLEY_LLM_BASE_URL: nobody,
      PARLEY_LLM_MODELS: 'main,spare',
      PARLEY_TTS_BASE_URL: nobody,
      PARLEY_TTS_MODEL: 'tts',
      PARLEY_TTS_NAME: 'speaker',
      PARLEY_TTS_VOICES: 'mute=Mute',
      PARLEY_STT_BASE_URL: nobody,
      PARLEY_STT_MODEL: 'stt',
      PARLEY_STT_NAME: 'listener',
      GEMINI_API_KEY: 'g',
      PARLEY_GOOGLE_REALTIME_MODELS: 'gemini-x',
    },
  });
  browser = await sharedBrowser();
  mcp = await startMcpServer();
  mcp.tools = ['find_flour', 'sell_flour'].map((name) => ({ name, inputSchema: { type: 'object' } }));
});
afterAll(async () => {
  await mcp.close();
  await server.stop();
});

/** Ids of all objects that can be chosen, by name. */
async function idsOf(account: Client): Promise<Map<string, number>> {
  const lists = await Promise.all(
    [
      '/user/assistants/models?type=llm',
      '/user/assistants/models?type=multimodal',
      '/user/assistants/voices?mode=pipeline&language_id=5',
      '/user/assistants/voices?mode=multimodal',
      '/user/assistants/synthesizer-providers',
      '/user/assistants/transcriber-providers',
      '/user/assistants/phone-numbers',
      '/user/assistants',
    ].map(async (path) => (await account.get(path)).body),
  );
  const named = lists.flat().map((one) => [String(one.phone_number ?? one.name), Number(one.id)] as const);
  return new Map(named);
}

async function openTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}

async function setAll(page: Page, tabs: Readonly<Record<string, readonly FormControl[]>>): Promise<void> {
  for (const [name, controls] of Object.entries(tabs)) {
    const panel = await openTab(page, name);
    for (const { set } of controls) await set(panel);
  }
}

async function addTools(page: Page): Promise<void> {
  const panel = await openTab(page, 'Tools');
  for (const [name, controls] of Object.entries(TOOL_CONTROLS)) {
    await panel.getByRole('button', { name: 'Add tool' }).click();
    await page.getByRole('menuitem', { name }).click();
    const card = panel.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    for (const { set } of controls) await set(card);
  }
}

/** Saves the form. @returns names of the sent fields */
async function save(page: Page, saved = 'All changes saved'): Promise<string[]> {
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page
    .getByRole('button', { name: /^Save(?: campaign)?$/ })
    .last()
    .click();
  const body: unknown = (await sent).postDataJSON();
  await page.getByText(saved).first().waitFor();
  return Object.keys(body ?? {}).sort();
}

const allOf = (tabs: Readonly<Record<string, readonly FormControl[]>>) => Object.values(tabs).flat();
const inEditor = [...allOf(PIPELINE_CONTROLS), ...allOf(TOOL_CONTROLS)];

test('the editor has a control for every field of an assistant', () => {
  const paths = [...inEditor, ...allOf(REALTIME_CONTROLS)].map(({ path }) => path);
  expect([...new Set(paths)].sort()).toEqual(assistantPaths().sort());
});

test('every control of the assistant editor stores its value', async () => {
  const account = await server.account();
  const post_call_schema = [{ name: 'status', type: 'bool', description: 'Whether it went well.' }];
  const { id } = await createAssistant(account, { post_call_schema });
  await createAssistant(account, { name: 'Bookkeeper' });
  await createAssistant(account, { name: 'Caller', type: 'outbound' });
  await account.post('/sandbox/phone-numbers', { phone_number: '+12025550177', type: 'normal' });
  const handbook = await account.post('/user/knowledgebases', { name: 'Handbook' });
  const ids = await idsOf(account);
  ids.set('Handbook', handbook.body.data.id).set('look_up', await insertTool(account));
  const shop = await account.post('/user/mcp-servers', { name: 'Mill shop', url: mcp.url });
  ids.set('Mill shop', shop.body.data.id);
  const millers = await account.post('/user/groups', { name: 'Millers', member_ids: [] });
  ids.set('Millers', millers.body.data.id);
  const read = async () => (await account.get(`/user/assistant/${id}`)).body.data;
  const before = await read();

  const { page, errors } = await openConsole(browser, { server, account, path: `/assistants/${id}` });
  await setAll(page, PIPELINE_CONTROLS);
  const preview = page.frameLocator('iframe[title="Widget preview"]');
  await preview
    .locator('.root[data-position="bottom-left"][data-theme="dark"]')
    .waitFor({ state: 'attached' });
  await addTools(page);
  const fields = inEditor.map(({ path }) => path.split('.')[0]);
  expect(await save(page)).toEqual([...new Set(fields)].sort());
  const stored = await read();
  const expected = storedBy(inEditor, before, ids);
  expect(valuesAt(inEditor, stored)).toEqual(expected);
  const were = valuesAt(inEditor, before);
  expect(Object.keys(were).filter((path) => were[path] === expected[path])).toEqual([]);

  await setAll(page, REALTIME_CONTROLS);
  await save(page);
  const realtime = allOf(REALTIME_CONTROLS);
  expect(valuesAt(realtime, await read())).toEqual(storedBy(realtime, stored, ids));
  expect(errors).toEqual([]);
});

test('the campaign form has a control for every field, and each stores its value', async () => {
  expect(CAMPAIGN_CONTROLS.map(({ path }) => path).sort()).toEqual(CAMPAIGN_FIELDS.sort());
  const account = await server.account();
  const goal = { name: 'agreed', type: 'bool', description: 'They agreed to the day.' };
  await outboundAssistant(account, { name: 'Flour caller', post_call_schema: [goal] });
  const { id } = await createCampaign(account, { allowed_days: ['monday'] });
  await account.post('/sandbox/phone-numbers', { phone_number: '+12025550178', type: 'normal' });
  const ids = await idsOf(account);
  const read = async () => (await account.get(`/user/campaign/${id}`)).body.data;
  const before = await read();

  const path = `/campaigns/${id}?tab=settings`;
  const { page, errors } = await openConsole(browser, { server, account, path });
  for (const { set } of CAMPAIGN_CONTROLS) await set(page.locator('form'));
  expect(await save(page, 'Campaign saved.')).toEqual(CAMPAIGN_FIELDS.sort());
  const expected = storedBy(CAMPAIGN_CONTROLS, before, ids);
  expect(valuesAt(CAMPAIGN_CONTROLS, await read())).toEqual(expected);
  expect(errors).toEqual([]);
});
