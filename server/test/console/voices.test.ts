import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant, modeFields } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  // No vendor is called: the models are named here, and their voices are listed in the source.
  server = await startTestServer({
    environment: {
      OPENAI_API_KEY: 'o',
      PARLEY_OPENAI_REALTIME_MODELS: 'gpt-x',
      GEMINI_API_KEY: 'g',
      PARLEY_GOOGLE_REALTIME_MODELS: 'gemini-x',
    },
  });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server.stop();
});

const modelField = (page: Page) => page.getByRole('combobox', { name: 'Realtime model' });
const voiceField = (page: Page) => page.getByRole('combobox', { name: 'Voice', exact: true });

async function choose(page: Page, field: 'model' | 'voice', name: string): Promise<void> {
  await (field === 'model' ? modelField : voiceField)(page).click();
  await page.getByRole('option', { name }).click();
}

async function offeredVoices(page: Page): Promise<string[]> {
  await voiceField(page).click();
  const names = await page.getByRole('option', { disabled: false }).locator('span > span').allInnerTexts();
  await page.keyboard.press('Escape');
  return names.filter((name) => name.endsWith(', realtime'));
}

/** Opens an assistant with a GPT realtime model and its first voice. */
async function speaking(account: Client) {
  const { body: models } = await account.get('/user/assistants/models?type=multimodal');
  const gpt = models.find((one: { name: string }) => one.name === 'gpt-x').id;
  const voices = await account.get(`/user/assistants/voices?mode=multimodal&multimodal_model_id=${gpt}`);
  const { id } = await createAssistant(account, {
    ...(await modeFields(account, 'multimodal')),
    llm_model_id: undefined,
    multimodal_model_id: gpt,
    voice_id: voices.body[0].id,
  });
  const path = `/assistants/${id}?tab=prompt`;
  const { page } = await openConsole(browser, { server, account, path });
  await voiceField(page).getByText(voices.body[0].name).waitFor();
  return { id, page, first: String(voices.body[0].name) };
}

test('offers only voices of the realtime model and suggests one if the current voice no longer fits', async () => {
  const account = await server.account();
  const { id, page, first } = await speaking(account);
  const ofGpt = await offeredVoices(page);
  expect(ofGpt).toContain(first);
  expect(ofGpt.some((name) => /Kore|SLT/.test(name))).toBe(false);
  await choose(page, 'model', 'gemini-x');
  await page.getByText(`gemini-x doesn’t support the voice ${first}.`).waitFor();
  await voiceField(page).getByText(first).waitFor();
  await page.getByText('gemini-x doesn’t support this voice.').waitFor();
  const use = page.getByRole('button', { name: /^Use .*, realtime$/ });
  const offered = (await use.innerText()).replace('Use ', '');
  await use.click();
  await use.waitFor({ state: 'detached' });
  await voiceField(page).getByText(offered).waitFor();
  expect(await offeredVoices(page)).not.toContain(first);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('All changes saved').waitFor();
  const { body } = await account.get('/user/assistants');
  const { body: voices } = await account.get('/user/assistants/voices?mode=multimodal');
  const saved = voices.find((one: { id: number }) => one.id === body[0].voice_id);
  expect([body[0].id, saved.name]).toEqual([id, offered]);
});

test('choosing a matching model again removes the note about the voice', async () => {
  const { page, first } = await speaking(await server.account());
  await choose(page, 'model', 'Offline realtime');
  await page.getByRole('button', { name: 'Use SLT, realtime' }).waitFor();
  await choose(page, 'model', 'gpt-x');
  await page.getByText('doesn’t support the voice').waitFor({ state: 'detached' });
  await page.getByText('All changes saved').waitFor();
  expect(await offeredVoices(page)).toContain(first);
});

test('a mode change selects a voice that fits its model', async () => {
  const account = await server.account();
  const { id } = await createAssistant(account);
  const path = `/assistants/${id}?tab=voice`;
  const { page } = await openConsole(browser, { server, account, path });
  await page.getByLabel('Multimodal').check();
  const told = page.getByRole('listitem');
  const model = await told.filter({ hasText: /^Model: / }).innerText();
  const voice = await told.filter({ hasText: /^Voice: / }).innerText();
  expect([model, voice]).toEqual(['Model: Offline realtime (built in).', expect.stringContaining('SLT, ')]);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('All changes saved').waitFor();
});

test('the note about the voice is accessible in both themes and fits a phone', async () => {
  const account = await server.account();
  const { id } = await speaking(account);
  const show = async (page: Page): Promise<void> => {
    await choose(page, 'model', 'gemini-x');
    await page.getByText('doesn’t support the voice').scrollIntoViewIfNeeded();
  };
  const path = `/assistants/${id}?tab=prompt`;
  const screens = [{ name: 'assistant-foreign-voice', path, show }];
  expect(await screenProblems(browser, { server, account }, screens)).toEqual([]);
});
