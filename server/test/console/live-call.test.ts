import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { endedCall } from '../kit/calls.ts';
import { openConsole } from '../kit/console-page.ts';
import { phoneProblems } from '../kit/console-screens.ts';
import { eventually } from '../kit/eventually.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { speakingMicrophone } from '../kit/speaking-microphone.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { type BrowserPhone, openPhone } from '../kit/voice/browser-phone.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let microphone: Awaited<ReturnType<typeof speakingMicrophone>>;

beforeAll(async () => {
  server = await sharedServer();
  microphone = await speakingMicrophone('I am the manager.', { silenceS: 3 });
  browser = await startBrowser(microphone.flags);
  account = await server.account();
});
afterAll(async () => {
  await browser.close();
  rmSync(microphone.folder, { recursive: true, force: true });
});

interface Running {
  phone: BrowserPhone;
  page: Page;
  callId: number;
  errors: string[];
}

/** A call whose customer has heard the greeting, with its page in the console. */
async function runningCall(): Promise<Running> {
  const { id } = await createAssistant(account, {
    name: 'Front desk',
    initial_message: 'Mill Inn, good evening.',
    system_prompt: 'You help guests. Breakfast is at seven.',
    max_silence_duration: 360,
    reengagement_interval: 600,
  });
  const opened = await account.post('/user/calls/web', { assistant_id: id });
  const callId: number = opened.body.data.call_id;
  const phone = await openPhone(opened.body.data.media_url);
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  const options = { permissions: ['microphone'] };
  const { page, errors } = await openConsole(browser, { server, account, path: `/calls/${callId}`, options });
  await page.getByRole('heading', { level: 2, name: 'Live call' }).waitFor();
  return { phone, page, callId, errors };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const transcript = (page: Page) => page.getByRole('tabpanel', { name: 'Transcript' });

test('the page of a running call shows its words, and its buttons act on the call', async () => {
  const { phone, page, callId, errors } = await runningCall();
  await transcript(page).getByText('Mill Inn, good evening.').waitFor();
  await keepScreenshot(page, 'live-call');
  expect(await accessibilityViolations(page, 'html')).toEqual([]);

  await press(page, 'Say text');
  await page.getByRole('textbox', { name: 'Text' }).fill('We have a table by the window.');
  await keepScreenshot(page, 'live-call-say');
  expect(await accessibilityViolations(page, 'html')).toEqual([]);
  await press(page, 'Send text');
  await transcript(page).getByText('We have a table by the window.').waitFor();
  expect(phone.transcript()).toContain('bot: We have a table by the window.');

  await press(page, 'Whisper instruction');
  await press(page, 'Send instruction');
  await page.getByText('required').waitFor();
  await page.getByRole('textbox', { name: 'Instruction' }).fill('Offer them the terrace.');
  await press(page, 'Send instruction');
  await transcript(page).getByText('Offer them the terrace.').waitFor();
  expect(phone.transcript().join()).not.toContain('terrace');

  await press(page, 'Listen to call');
  await press(page, 'Stop listening');
  await page.getByRole('button', { name: 'Listen to call', exact: true }).waitFor();

  await press(page, 'Transfer customer');
  await page.getByRole('switch', { name: 'Warm transfer' }).click();
  await page.getByRole('textbox', { name: 'Briefing' }).waitFor();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('nobody');
  await press(page, 'Transfer call');
  await page.getByText('must be a valid phone number').waitFor();
  await keepScreenshot(page, 'live-call-transfer');
  expect(await accessibilityViolations(page, 'html')).toEqual([]);
  await press(page, 'Cancel');

  await press(page, 'Hang up');
  await phone.closed;
  await page.getByRole('heading', { name: 'Live call' }).waitFor({ state: 'detached' });
  expect(await endedCall(account, callId)).toMatchObject({ status: 'completed' });
  expect(errors).toEqual([]);
});

test('a supervisor takes over the call with the microphone, and returns it', async () => {
  const { phone, page, callId, errors } = await runningCall();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await phoneProblems(page)).toEqual([]);
  await keepScreenshot(page, 'live-call-phone');
  await press(page, 'Take over call');
  await page.getByRole('button', { name: 'Return call to assistant' }).waitFor();
  await transcript(page).getByText('Supervisor took over the call').waitFor();
  const before = phone.heardMs();
  await eventually(
    async () => phone.heardMs() - before,
    (ms) => ms > 5_000,
  );
  await keepScreenshot(page, 'live-call-taken-over');
  expect(await accessibilityViolations(page, 'html')).toEqual([]);
  await press(page, 'Return call to assistant');
  await page.getByRole('button', { name: 'Take over call' }).waitFor();
  phone.type('When is breakfast?');
  await transcript(page).getByText(/seven/).waitFor();
  phone.hangUp();
  await phone.closed;
  await endedCall(account, callId);
  expect(errors).toEqual([]);
});

test('the live calls show all running calls, with the words and buttons of the selected one', async () => {
  const first = await runningCall();
  const second = await runningCall();
  const { page } = first;
  await page.goto(`${server.address}/calls/live`);
  const list = page.getByRole('list', { name: 'Live calls' });
  await expect.poll(() => list.getByRole('button').count()).toBe(2);
  // The latest words of each call.
  await expect.poll(() => list.getByText('Mill Inn, good evening.').count()).toBe(2);
  const rows = list.getByRole('button');
  // The newest call is selected first.
  const selected = page.getByRole('region', { name: 'Call with Browser call' });
  await selected.getByText('Mill Inn, good evening.').waitFor();
  await rows.last().click();
  await expect.poll(() => page.url()).toContain(`call=${first.callId}`);
  await press(page, 'Say text');
  await page.getByRole('textbox', { name: 'Text' }).fill('The lake is warm.');
  await press(page, 'Send text');
  await selected.getByText('The lake is warm.').waitFor();
  await expect.poll(() => first.phone.transcript()).toContain('bot: The lake is warm.');
  expect(second.phone.transcript()).not.toContain('bot: The lake is warm.');
  await keepScreenshot(page, 'live-calls');
  expect(await accessibilityViolations(page, 'html')).toEqual([]);
  expect(await phoneProblems(page)).toEqual([]);

  await press(page, 'Hang up');
  await selected.getByText('This call has ended.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.click();
  await press(page, 'Hang up');
  await page.getByText('No other calls right now.').waitFor();
  await page.goto(`${server.address}/calls/live`);
  await page.getByRole('heading', { name: 'No calls right now' }).waitFor();
  expect([...first.errors, ...second.errors]).toEqual([]);
});
