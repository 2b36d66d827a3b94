import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { keepScreenshot, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { endedCall } from '../kit/calls.ts';
import { type DeepgramServer, startDeepgramServer } from '../kit/deepgram-server.ts';
import { speakingMicrophone } from '../kit/speaking-microphone.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { startWebPackageSite } from '../kit/web-package-site.ts';

/** The browser's microphone repeats this sentence. */
const SPOKEN = 'When is breakfast?';

let server: TestServer;
let deepgram: DeepgramServer;
let browser: TestBrowser;
let account: Client;
let microphone: Awaited<ReturnType<typeof speakingMicrophone>>;
let site: string;

beforeAll(async () => {
  deepgram = await startDeepgramServer();
  server = await startTestServer({
    environment: { DEEPGRAM_API_KEY: 'd', DEEPGRAM_BASE_URL: deepgram.url.replace('ws:', 'http:') },
  });
  microphone = await speakingMicrophone(SPOKEN, { silenceS: 3 });
  browser = await startBrowser(microphone.flags);
  account = await server.account();
  const { id } = await createAssistant(account, {
    initial_message: 'Mill Inn, good evening.',
    system_prompt: 'You help guests of the Mill Inn. Breakfast is at seven.',
  });
  site = await startWebPackageSite({
    parley: server.address,
    token: account.token ?? expect.fail(),
    assistantId: id,
  });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await deepgram.close();
  rmSync(microphone.folder, { recursive: true, force: true });
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const status = (page: Page) => page.getByRole('status');
const meter = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByRole('meter', { name }).getAttribute('value'));

/** The account's last call, when it has ended. */
async function lastCall(): Promise<Record<string, unknown>> {
  const [{ id }] = (await account.get('/user/calls')).body.data;
  return endedCall(account, id);
}

test('a React page built from the packed package holds a call over a broken connection', async () => {
  const { page, errors } = await browser.open();
  const addresses: string[] = [];
  let breakFirst = (): void => expect.fail('There is no connection.');
  let letThrough = (): void => undefined;
  const isRestored = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.routeWebSocket(/\/calls\/media\//, async (socket) => {
    addresses.push(socket.url());
    if (addresses.length > 1) await isRestored;
    const parley = socket.connectToServer();
    // Any code that does not mean a hang-up breaks the connection. The page's side closes first, because it sends audio.
    if (addresses.length === 1)
      breakFirst = () => void socket.close({ code: 4999 }).then(() => parley.close({ code: 4999 }));
  });
  await page.goto(site);
  deepgram.script(SPOKEN);
  await press(page, 'Call');
  await status(page).getByText('live').waitFor();
  await expect.poll(() => meter(page, 'Assistant')).toBeGreaterThan(0.35);
  await page.getByText(`user: ${SPOKEN}`).waitFor();
  await page.getByText(/^assistant: .*seven/).waitFor();

  await press(page, 'Mute');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  await expect.poll(() => meter(page, 'You')).toBe(0);
  await press(page, 'Unmute');
  await expect.poll(() => meter(page, 'You')).toBeGreaterThan(0.35);

  breakFirst();
  await status(page).getByText('reconnecting').waitFor();
  letThrough();
  await status(page).getByText('live').waitFor();
  expect(addresses[1]).toMatch(/\?resume=/);
  deepgram.script('Do you have parking?');
  await page.getByText('user: Do you have parking?').waitFor();
  await press(page, '1');
  await keepScreenshot(page, 'web-package');
  await press(page, 'Hang up');
  await status(page).getByText('You hung up.').waitFor();
  expect(await lastCall()).toMatchObject({
    type: 'web',
    status: 'ended_by_customer',
  });
  expect(errors).toEqual([]);
});

test('a plain page without a bundler holds a call', async () => {
  const { page, errors } = await browser.open();
  await page.goto(`${site}/plain`);
  deepgram.script(SPOKEN);
  await press(page, 'Call');
  const log = page.locator('#log');
  await log.getByText(`user: ${SPOKEN}`).waitFor();
  // The microphone may interrupt the greeting, but not the answer to its sentence.
  await log.getByText(/assistant: .*seven/).waitFor();
  const level = async (): Promise<number> => Number(await page.locator('meter').getAttribute('value'));
  await expect.poll(level).toBeGreaterThan(0.35);
  await press(page, 'Mute');
  await expect.poll(level).toBe(0);
  await press(page, 'Hang up');
  await page.getByText('You hung up.').waitFor();
  expect(await lastCall()).toMatchObject({ status: 'ended_by_customer' });
  expect(errors).toEqual([]);
});

test('a call uses the chosen devices and changes them', async () => {
  const { page, errors } = await browser.open();
  await page.goto(`${site}/plain`);
  const states = await page.evaluate(`(async () => {
    const { startCall } = await import('/parley-web/web.js');
    // Browsers give device ids only to pages that have used the microphone.
    await navigator.mediaDevices.getUserMedia({ audio: true });
    const devices = await navigator.mediaDevices.enumerateDevices();
    const ids = devices.filter(({ kind }) => kind === 'audioinput').map(({ deviceId }) => deviceId);
    const url = () => fetch('/call', { method: 'POST' });
    const call = await startCall({ url, microphone: ids[0], speaker: '' });
    const states = [call.state];
    call.on('state', (state) => states.push(state));
    call.mute(true);
    await call.setMicrophone(ids.at(-1));
    states.push(call.isMuted);
    await call.setSpeaker('none').catch(({ code }) => states.push(code));
    call.hangUp();
    return states;
  })()`);
  expect(states).toEqual(['live', true, 'speaker-missing', 'ended']);
  expect(errors).toEqual([]);
});

const DENIED = `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); };`;
const answer = (status: number) =>
  `{ microphone: false, url: async () => Response.json({ message: 'No.' }, { status: ${status} }) }`;

test.each([
  ['microphone-denied', DENIED, `{ url: 'ws://127.0.0.1:9/' }`],
  ['audio-failed', '', `{ url: 'ws://127.0.0.1:9/', workletUrl: '/nothing.js' }`],
  ['assistant-not-found', '', answer(404)],
  ['server-full', '', answer(503)],
  ['connection-failed', '', `{ microphone: false, url: location.origin.replace('http', 'ws') }`],
  ['AbortError', '', `{ url: 'ws://127.0.0.1:9/', signal: AbortSignal.abort() }`],
])('a call fails with %s', async (code, setUp, options) => {
  const { page } = await browser.open();
  await page.goto(`${site}/plain`);
  const outcome = await page.evaluate(`(async () => {
    const { startCall } = await import('/parley-web/web.js');
    ${setUp}
    return startCall(${options}).then(() => 'connected', (error) => typeof error.code === 'string' ? error.code : error.name);
  })()`);
  expect(outcome).toBe(code);
});
