import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { endedCall } from '../kit/calls.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { type DeepgramServer, startDeepgramServer } from '../kit/deepgram-server.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { speakingMicrophone } from '../kit/speaking-microphone.ts';
import type { Client } from '../kit/test-server.ts';

/** The browser's microphone repeats this sentence. */
const SPOKEN = 'When is breakfast?';
const LONG_GREETING = `${'We have rooms with a view over the river and the old mill. '.repeat(3)}Welcome.`;

let installation: ModelInstallation;
let deepgram: DeepgramServer;
let browser: TestBrowser;
let account: Client;
let microphone: Awaited<ReturnType<typeof speakingMicrophone>>;

beforeAll(async () => {
  deepgram = await startDeepgramServer();
  installation = await startModelInstallation({
    environment: {
      DEEPGRAM_API_KEY: 'd',
      DEEPGRAM_BASE_URL: deepgram.url.replace('ws:', 'http:'),
      PARLEY_MODEL_PRICES: 'local/main=1:2',
    },
  });
  microphone = await speakingMicrophone(SPOKEN, { silenceS: 3 });
  browser = await startBrowser(microphone.flags);
  account = await installation.server.account();
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await deepgram.close();
  rmSync(microphone.folder, { recursive: true, force: true });
});

/** Creates an assistant without post-call evaluation, which would consume responses scripted for the next test. */
const assistant = (fields: Record<string, unknown> = {}) =>
  installation.assistant(account, {
    name: 'Front desk',
    initial_message: 'Mill Inn.',
    post_call_evaluation: false,
    ...fields,
  });

async function openTalk(
  id: number,
  options = {},
  within = browser,
): Promise<{ page: Page; errors: string[] }> {
  const { server } = installation;
  return openConsole(within, { server, account, path: `/assistants/${id}?tab=talk`, options });
}

const answers = (...texts: string[]): void =>
  installation.model.replace(...texts.map((text) => ({ kind: 'answer', text }) as const));
const chat = (page: Page) => page.getByRole('log', { name: 'Test conversation' });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

describe('the test chat', () => {
  test('greets, answers with times and costs, and restarts with other values', async () => {
    const { id } = await assistant({ initial_message: 'Hello {{name}}!', variables: { name: 'guest' } });
    const { page, errors } = await openTalk(id);
    answers('At seven.');
    await write(page, 'When is breakfast?');
    await chat(page).getByText('Hello guest!').waitFor();
    await chat(page).getByText('At seven.').waitFor();
    await chat(page)
      .getByText(/^First word .+ · total .+ · 18 tokens · \D*0\.000025$/)
      .waitFor();
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('textbox', { name: 'name' }).fill('Ana');
    await page.getByRole('button', { name: 'Start with these values' }).click();
    await chat(page).getByText('Hello Ana!').waitFor();
    expect(await chat(page).getByText('At seven.').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('shows the parameters and results of tools', async () => {
    const knowledge = await account.post('/user/knowledgebases', { name: 'Handbook' });
    const { id } = await assistant({ knowledgebase_id: knowledge.body.data.id });
    const { page } = await openTalk(id);
    const toolCalls = [{ name: 'search_knowledgebase', arguments: { query: 'breakfast hours' } }];
    installation.model.replace(
      { kind: 'answer', text: '', toolCalls },
      { kind: 'answer', text: 'Nothing is written about it.' },
    );
    await write(page, 'When is breakfast?');
    await chat(page).getByText('Nothing is written about it.').waitFor();
    await chat(page).getByText('search_knowledgebase').click();
    await chat(page).getByText('breakfast hours').waitFor();
    await chat(page).getByText('Done', { exact: true }).waitFor();
  });

  test('returns to any turn: edits it, regenerates it, or rewinds to it', async () => {
    const { id } = await assistant();
    const { page, errors } = await openTalk(id);
    answers('One.', 'Two.', 'Other.', 'Anew.', 'Last.');
    await write(page, 'First?');
    await chat(page).getByText('One.').waitFor();
    await write(page, 'Second?');
    await chat(page).getByText('Two.').waitFor();

    const composer = page.getByRole('textbox', { name: 'Message' });
    const edit = page.getByRole('button', { name: 'Edit and continue from here' });
    await composer.fill('Half a thought');
    await edit.first().click();
    await edit.last().click();
    await expect.poll(() => composer.inputValue()).toBe('Second?');
    await keepScreenshot(page, 'talk-edit');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByText('Sending deletes all later messages.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => composer.inputValue()).toBe('Half a thought');
    await edit.last().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => composer.inputValue()).toBe('Half a thought');
    await edit.last().click();
    await page.reload();
    await chat(page).getByText('Two.').waitFor();
    await edit.last().click();
    await expect.poll(() => composer.inputValue()).toBe('Second?');
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
    await composer.fill('Another?');
    await page.keyboard.press('Enter');
    await chat(page).getByText('Other.').waitFor();
    expect(await chat(page).getByText('Two.').count()).toBe(0);

    await page.getByRole('button', { name: 'Regenerate answer' }).last().click();
    await chat(page).getByText('Anew.').waitFor();
    await page.getByRole('button', { name: 'Rewind to here' }).nth(1).click();
    await expect.poll(() => chat(page).getByText('Anew.').count()).toBe(0);
    await write(page, 'Third?');
    await chat(page).getByText('Last.').waitFor();
    const asked = installation.model.requests.at(-1)?.messages ?? [];
    expect(asked.slice(1).map(({ content }) => content)).toEqual(['First?', 'One.', 'Third?']);
    expect(errors).toEqual([]);
  });

  test('reruns a conversation with the current assistant and continues it', async () => {
    const { id } = await assistant({ system_prompt: 'Breakfast is at seven.' });
    const { page } = await openTalk(id);
    answers('Breakfast is at seven.', 'Gladly.');
    await write(page, 'When is breakfast?');
    await chat(page).getByText('Breakfast is at seven.').waitFor();
    await write(page, 'A table, please.');
    await chat(page).getByText('Gladly.').waitFor();
    await account.put(`/user/assistant/${id}`, { system_prompt: 'Breakfast is at eight.' });
    await page.getByText(/^The assistant has changed since/).waitFor();
    answers('Breakfast is at eight.', 'Gladly.', 'You are welcome.');
    await page.getByRole('button', { name: 'Run again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Done: 1 of 3 answers changed.').waitFor();
    await expect.poll(() => dialog.locator('del').allInnerTexts()).toEqual([' seven.']);
    await expect.poll(() => dialog.locator('ins').allInnerTexts()).toEqual([' eight.']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'talk-compare');
    const requests = installation.model.requests.length;
    await page.reload();
    await dialog.getByText('Comparisons aren’t stored.', { exact: false }).waitFor();
    await dialog
      .getByText(/Model \d.* tokens/)
      .first()
      .waitFor();
    expect(installation.model.requests).toHaveLength(requests);
    answers('Breakfast is at eight.', 'Gladly.', 'You are welcome.');
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await dialog.getByText('Done: 1 of 3 answers changed.').waitFor();
    expect(installation.model.requests).toHaveLength(requests + 2);
    await dialog.getByRole('button', { name: 'Continue with the new answers' }).click();
    await chat(page).getByText('Breakfast is at eight.').waitFor();
    await write(page, 'Thank you.');
    await chat(page).getByText('You are welcome.').waitFor();
    const asked = installation.model.requests.at(-1)?.messages ?? [];
    expect(JSON.stringify(asked[0])).toContain('at eight');
    expect(asked).toHaveLength(6);
  });

  test('shows an error and retries the message without duplicating it', async () => {
    const { id } = await assistant();
    const { page } = await openTalk(id);
    installation.model.replace(...new Array(8).fill({ kind: 'status', status: 400 }));
    await write(page, 'Hello?');
    await chat(page).getByRole('alert').waitFor();
    answers('Here I am.');
    await chat(page).getByRole('button', { name: 'Try again' }).click();
    await chat(page).getByText('Here I am.').waitFor();
    const asked = installation.model.requests.at(-1)?.messages ?? [];
    expect(asked.slice(1).map(({ content }) => content)).toEqual(['Hello?']);
  });
});

describe('the test call', () => {
  const said = (page: Page) => page.getByRole('log', { name: 'Transcript' });
  const meter = (page: Page, name: string) => page.getByRole('meter', { name: `Volume: ${name}` });

  /** A browser without a microphone, so that nothing interrupts the assistant. */
  const quietBrowser = sharedBrowser;

  async function call(id: number, within = browser): Promise<{ page: Page; errors: string[] }> {
    const opened = await openTalk(id, {}, within);
    await opened.page.getByRole('tab', { name: 'Test call' }).click();
    await opened.page.getByRole('button', { name: 'Call', exact: true }).click();
    await opened.page.getByText('Connected').waitFor();
    return opened;
  }

  test('plays the assistant, sends the microphone, and links to the call’s page', async () => {
    const { id } = await assistant({ record: true });
    deepgram.script(SPOKEN);
    answers('Breakfast is at seven.');
    const { page, errors } = await call(id);
    await expect
      .poll(async () => Number(await meter(page, 'Front desk').getAttribute('aria-valuenow')))
      .toBeGreaterThan(35);
    await expect
      .poll(async () => Number(await meter(page, 'You').getAttribute('aria-valuenow')))
      .toBeGreaterThan(35);
    await said(page).getByText(SPOKEN).waitFor();
    await said(page).getByText('Breakfast is at seven.').waitFor();
    const heard = deepgram.connections.at(-1)?.heard ?? [];
    expect(heard.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)).toBeGreaterThan(1_000);
    await keepScreenshot(page, 'talk-call');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'Muted', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    const link = page.getByRole('link', { name: 'View call details' });
    const callId = Number((await link.getAttribute('href'))?.split('/').at(-1));
    expect(await endedCall(account, callId)).toMatchObject({ type: 'web', status: 'ended_by_customer' });
    await link.click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toContain(`/calls/${callId}`);
    expect(errors).toEqual([]);
  });

  test('is interrupted by speech into the microphone', async () => {
    const { id } = await assistant({ initial_message: LONG_GREETING });
    deepgram.script(SPOKEN);
    answers('At seven.');
    const { page } = await call(id);
    await page.getByRole('button', { name: 'Mute' }).click();
    await expect
      .poll(async () => Number(await meter(page, 'Front desk').getAttribute('aria-valuenow')))
      .toBeGreaterThan(35);
    await page.getByRole('button', { name: 'Muted', pressed: true }).click();
    await said(page).getByText('At seven.').waitFor();
    const lines = await said(page).innerText();
    expect(lines.indexOf('We have rooms')).toBeLessThan(lines.indexOf(SPOKEN));
    expect(lines).toContain('We have rooms');
    expect(lines).not.toContain('Welcome.');
  });

  test('is interrupted by typed text, sends keys, and shows tools', async () => {
    const { id } = await assistant({ initial_message: LONG_GREETING });
    answers('At seven.');
    const { page } = await call(id, await quietBrowser());
    await expect
      .poll(async () => Number(await meter(page, 'Front desk').getAttribute('aria-valuenow')))
      .toBeGreaterThan(35);
    // By now the caller has heard a part of the greeting.
    await page.getByText(/^0:(0[2-9]|[1-5]\d)$/).waitFor();
    await page.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
    await page.keyboard.press('Enter');
    await said(page).getByText('At seven.').waitFor();
    const heard = await said(page)
      .getByText(/We have rooms/)
      .innerText();
    expect(heard).not.toContain('Welcome.');
    await page.getByRole('button', { name: 'Keypad' }).click();
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '4' }).click();
    await said(page).getByText('You pressed 4.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up.').waitFor();
  });

  test('continues over a new connection when its connection breaks', async () => {
    const { id } = await assistant();
    answers('At seven.');
    const opened = await openTalk(id, {}, await quietBrowser());
    const { page, errors } = opened;
    const addresses: string[] = [];
    let breakFirst = (): void => expect.fail('There is no connection.');
    let letThrough = (): void => undefined;
    const isRestored = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.routeWebSocket(/\/calls\/media\//, async (socket) => {
      addresses.push(socket.url());
      if (addresses.length > 1) await isRestored;
      const server = socket.connectToServer();
      // Any code that does not mean a hang-up breaks the connection.
      if (addresses.length === 1)
        breakFirst = () => void Promise.all([server.close({ code: 4999 }), socket.close({ code: 4999 })]);
    });
    await page.getByRole('tab', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await said(page).getByText('Mill Inn.').waitFor();
    breakFirst();
    await page.getByText('Reconnecting…').waitFor();
    await page.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
    await page.keyboard.press('Enter');
    letThrough();
    await page.getByText('Connected').waitFor();
    await said(page).getByText('At seven.').waitFor();
    expect(addresses[1]).toMatch(/\?resume=/);
    await page.getByRole('button', { name: 'Hang up' }).click();
    const [{ id: callId }] = (await account.get('/user/calls')).body.data;
    expect(await endedCall(account, callId)).toMatchObject({ type: 'web', status: 'ended_by_customer' });
    // The browser may report the broken connection, and the router of its messages those that come while it closes.
    expect(errors.filter((text) => !text.startsWith('WebSocket '))).toEqual([]);
  });

  test('asks before its page is left, but continues in the assistant’s other tabs', async () => {
    const { id } = await assistant();
    const { page } = await call(id);
    await page.getByRole('tab', { name: 'Prompt' }).click();
    await page.getByLabel('First message').waitFor();
    await page.getByText('Connected').waitFor();
    const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calls' });
    await away.click();
    const question = page.getByRole('alertdialog', { name: 'Leave and end the call?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Connected').waitFor();
    await away.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    const [{ id: callId }] = (await account.get('/user/calls')).body.data;
    expect(await endedCall(account, callId)).toMatchObject({ type: 'web', status: 'ended_by_customer' });
  });

  test('uses typed text if the microphone is blocked or there is no speech-to-text', async () => {
    const { id: heard } = await assistant();
    answers('At seven.', 'At seven.');
    const { page: refused } = await call(heard, await quietBrowser());
    await refused.getByText(/^(Microphone access is blocked|No microphone was found)/).waitFor();
    await refused.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
    await refused.keyboard.press('Enter');
    await said(refused).getByText('At seven.').waitFor();
    expect(await refused.getByRole('button', { name: 'Mute' }).count()).toBe(0);
    const transcribers = await account.get('/user/assistants/transcriber-providers?language_id=1');
    const typed = transcribers.body.find(({ code }: { code: string }) => code === 'offline');
    const { id } = await assistant({ transcriber_provider_id: typed.id });
    const { page } = await call(id);
    await page.getByText(/^Speech-to-text isn’t configured/).waitFor();
    expect(await page.getByRole('button', { name: 'Mute' }).count()).toBe(0);
  });

  test('can be canceled while the browser asks for the microphone', async () => {
    const { id } = await assistant();
    const { page } = await openTalk(id);
    await page.evaluate('navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined)');
    await page.getByRole('tab', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('Allow the microphone in your browser.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up.').waitFor();
    await page.getByRole('button', { name: 'Call again' }).waitFor();
  });

  test('continues as text if the browser cannot play audio', async () => {
    const { id } = await assistant();
    answers('At seven.');
    const { page } = await openTalk(id);
    await page.evaluate(`
      AudioContext.prototype.resume = () => new Promise(() => undefined);
      Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
    `);
    await page.getByRole('tab', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('No audio output was found.').waitFor();
    await said(page).getByText('Mill Inn.').waitFor();
    await page.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
    await page.keyboard.press('Enter');
    await said(page).getByText('At seven.').waitFor();
  });

  test('ends when the assistant hangs up, and reports an insufficient balance', async () => {
    const { id } = await assistant();
    const { page } = await call(id);
    const [{ id: callId }] = (await account.get('/user/calls')).body.data;
    await account.post(`/user/calls/${callId}/hang-up`);
    await page.getByText('The call is over.').waitFor();
    await page.getByRole('button', { name: 'Call again' }).waitFor();
    await account.put('/sandbox/balance', { amount: 0 });
    await page.getByRole('button', { name: 'Call again' }).click();
    await page
      .getByText(/balance/i)
      .first()
      .waitFor();
    await account.put('/sandbox/balance', { amount: 10 });
  });
});

test('the test panel is accessible in both themes and fits a phone', async () => {
  const { id } = await assistant({ variables: { name: 'guest' } });
  const path = `/assistants/${id}?tab=talk`;
  const visitor = { server: installation.server, account };
  const problems = await screenProblems(browser, visitor, [
    {
      name: 'talk-chat',
      path,
      show: async (page) => {
        answers('At seven.');
        await write(page, 'When is breakfast?');
        await chat(page).getByText('At seven.').last().waitFor();
      },
    },
    {
      name: 'talk-call',
      path,
      show: async (page) => {
        await page.getByRole('tab', { name: 'Test call' }).click();
        await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});
