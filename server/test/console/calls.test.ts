import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { endedCall, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { eventually } from '../kit/eventually.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../kit/tool-endpoint.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let callId: number;
let sink: WebhookSink;
let shop: ToolEndpoint;

beforeAll(async () => {
  sink = await startWebhookSink();
  shop = await startToolEndpoint();
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  callId = await recordedCall();
});
afterAll(async () => {
  await sink.close();
  await shop.close();
});

/** Makes a call in which the caller asks two questions (one needs a search), hears the answers and hangs up. */
async function recordedCall(): Promise<number> {
  shop.answer({ body: { status: 'in the oven' } });
  const tool = await account.post('/user/tools', {
    name: 'order_status',
    description: 'Looks up the status of an order.',
    method: 'GET',
    endpoint: `${shop.origin}/orders/{order_id}`,
    schema: [{ name: 'order_id', type: 'number', description: 'Number of the order' }],
  });
  const { id } = await createAssistant(account, {
    name: 'Front desk',
    initial_message: 'Mill Inn, good evening.',
    record: true,
    tool_ids: [tool.body.data.id],
    system_prompt: 'You help guests. Breakfast is at seven.',
    variables: { guest: 'Ana' },
    is_webhook_active: true,
    webhook_url: `${sink.origin}/calls`,
  });
  const opened = await account.post('/user/calls/web', { assistant_id: id });
  const phone = await openPhone(opened.body.data.media_url);
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  phone.type('When is breakfast?');
  await eventually(
    async () => phone.transcript().length,
    (count) => count >= 3,
  );
  phone.type('What is the status of order 4711?');
  await eventually(
    async () => phone.transcript().length,
    (count) => count >= 5,
  );
  phone.hangUp();
  await phone.closed;
  await endedCall(account, opened.body.data.call_id);
  return opened.body.data.call_id;
}

const MOST_LINES_OF_A_FIGURE = `Math.max(...[...document.querySelectorAll('[role=tabpanel] td + td')].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}))`;

/** Number of painted pixels in each row of the waveform, from the top. */
const ROWS_OF_THE_WAVEFORM = `(() => {
  const root = [...document.querySelectorAll('*')].map((node) => node.shadowRoot)
    .find((tree) => tree?.querySelector('[part=canvases] canvas'));
  const rows = new Map();
  for (const canvas of root.querySelectorAll('[part=canvases] canvas')) {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const painted = data.filter((value, at) => at % 4 === 3 && value > 0).length;
    const { top } = canvas.getBoundingClientRect();
    rows.set(top, (rows.get(top) ?? 0) + painted);
  }
  return [...rows].sort(([one], [other]) => one - other).map(([, painted]) => painted);
})()`;

const widthOf = async (control: Locator): Promise<number> => (await control.boundingBox())?.width ?? 0;

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });

/** Plays recordings slowly, so that a short line of the transcript stays the current one. */
async function playSlowly(page: Page): Promise<void> {
  await page.evaluate(`{
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      this.playbackRate = 0.1;
      return play.call(this);
    };
  }`);
}

test('finds a call in the list and shows its costs, recording, transcript and measurements', async () => {
  const { page, errors } = await open('/calls');
  await playSlowly(page);
  await page.getByRole('link', { name: 'Browser call' }).click();
  await page.getByRole('heading', { level: 1, name: 'Browser call' }).waitFor();
  expect(page.url()).toBe(`${server.address}/calls/${callId}`);

  const legs = page.getByRole('table', { name: 'Cost breakdown' });
  await legs.getByRole('row', { name: /^Call minute\s*1 × – \$0\.10$/ }).waitFor();
  await legs.getByRole('row', { name: /^Language model.* request/ }).waitFor();

  // A click on a transcript line moves the recording to its position.
  const slider = page.getByRole('slider', { name: 'Position in the recording' });
  await expect.poll(() => slider.getAttribute('aria-valuemax')).not.toBe('0');
  await page.locator('canvas').first().waitFor();
  // Typed text is spoken on the customer's channel, so its waveform is not empty; the assistant spoke longer.
  const [customer = 0, assistant = 0, ...more] = await page.evaluate<number[]>(ROWS_OF_THE_WAVEFORM);
  expect(customer).toBeGreaterThan(2.5 * (await widthOf(page.getByRole('slider', { name: /Position/ }))));
  expect(assistant).toBeGreaterThan(customer);
  expect(more).toEqual([]);
  const question = page.getByRole('button', { name: /When is breakfast\?/ });
  await question.click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(() => page.locator('li[aria-current="true"]').innerText()).toContain('breakfast');
  await expect.poll(() => page.url()).toMatch(/at=\d/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await slider.press('Home');
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('0');
  await expect.poll(() => page.url()).not.toContain('at=');
  await slider.press('ArrowRight');
  // The position is five seconds later, or at the end of a shorter recording.
  await expect.poll(() => page.url()).toMatch(/at=[1-5]/);
  const place = new URL(page.url()).searchParams.get('at');

  await keepScreenshot(page, 'call-light');
  await page.getByRole('tab', { name: 'Latency' }).click();
  const latency = page.getByRole('table', { name: 'Latency of each turn, by step' });
  await latency.waitFor();
  await expect.poll(() => latency.getByRole('row').count()).toBeGreaterThan(1);
  expect(page.url()).toContain('tab=latency');
  expect(new URL(page.url()).searchParams.get('at')).toBe(place);
  // A figure and its unit stay on one line.
  expect(await page.evaluate(MOST_LINES_OF_A_FIGURE)).toBe(1);
  await keepScreenshot(page, 'call-latency');

  // Shows the webhook and its response.
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  await page.getByRole('button', { name: '1 attempt' }).click();
  await page.getByText('Status 200').waitFor();
  await page.getByRole('region', { name: 'Payload' }).getByText('"formatted_transcript"').waitFor();
  await keepScreenshot(page, 'call-webhook');
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('button', { name: '2 attempts' }).waitFor();
  expect(sink.received).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('marks the audio before the answer, and plays transcript lines after it', async () => {
  const set = (ringingMs: number | null): Promise<unknown> =>
    server.database.query('update calls set recording_ringing_ms = $2 where id = $1', [callId, ringingMs]);
  await set(2000);
  onTestFinished(() => void set(null));
  const { transcript, answered_at } = (await account.get(`/user/calls/${callId}`)).body;
  const { timestamp } = transcript.find(({ text }: { text: string }) => text === 'When is breakfast?');
  const { page, errors } = await open(`/calls/${callId}`);
  await playSlowly(page);
  await page.getByText('The first 0:02 are before the answer.').waitFor();
  const slider = page.getByRole('slider', { name: 'Position in the recording' });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('before the answer');
  expect(await page.locator('li[aria-current="true"]').count()).toBe(0);
  await page.getByRole('button', { name: /When is breakfast\?/ }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => page.locator('li[aria-current="true"]').innerText()).toContain('breakfast');
  const position = Number(await slider.getAttribute('aria-valuenow'));
  const saidSeconds = (Date.parse(timestamp) - Date.parse(answered_at)) / 1000;
  expect(position).toBeGreaterThanOrEqual(Math.floor(saidSeconds + 2));
  await keepScreenshot(page, 'call-ringing');
  expect(errors).toEqual([]);
});

test('shows searches and extracted data next to the transcript', async () => {
  const { evaluation } = await eventually(
    async () => (await account.get(`/user/calls/${callId}`)).body,
    (call) => call.evaluation !== null,
  );
  const summary = evaluation.find(({ name }: { name: string }) => name === 'summary');
  expect(summary.value).toEqual(expect.any(String));
  const { page, errors } = await open(`/calls/${callId}`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Extracted data' }) });
  await card.getByText(summary.value).waitFor();
  await card.getByText(summary.description).waitFor();

  const tool = page.getByRole('listitem').filter({ hasText: 'order_status' });
  await tool.getByText('order_status').click();
  await expect
    .poll(async () => JSON.parse(await tool.getByRole('region', { name: 'Arguments' }).innerText()))
    .toEqual({ order_id: 4711 });
  await tool.getByRole('region', { name: 'Result' }).getByText('in the oven').waitFor();
  expect(shop.calls.map(({ url }) => url)).toEqual(['/orders/4711']);
  expect(errors).toEqual([]);
});

test('a call without a recording explains why and links to the setting', async () => {
  const { id } = await createAssistant(account, { name: 'Silent desk', record: false });
  const opened = await account.post('/user/calls/web', { assistant_id: id });
  const phone = await openPhone(opened.body.data.media_url);
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  phone.hangUp();
  await phone.closed;
  await endedCall(account, opened.body.data.call_id);
  const { page, errors } = await open(`/calls/${opened.body.data.call_id}`);
  await page.getByText('recording was off for this assistant').waitFor();
  await page.getByRole('link', { name: 'Turn on recording' }).click();
  await page.getByRole('tab', { name: 'Call rules', selected: true }).waitFor();

  const unanswered = await insertEndedCall(server, account, id);
  await page.goto(`${server.address}/calls/${unanswered}`);
  await page.getByText('Not recorded: the call was not answered.').waitFor();
  expect(errors).toEqual([]);
  await account.delete(`/user/calls/${unanswered}`);
  await account.delete(`/user/calls/${opened.body.data.call_id}`);
});

test('the call pages are accessible in both themes and fit a phone', async () => {
  const tabs = ['talk', 'latency', 'webhooks'].map((tab) => ({
    name: `call-${tab}`,
    path: `/calls/${callId}?tab=${tab}`,
    show: async (page: Page) => {
      await page.getByRole('tabpanel').waitFor();
      await page.locator('canvas').first().waitFor();
    },
  }));
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'calls', path: '/calls', show: (page) => page.getByRole('table', { name: 'Calls' }).waitFor() },
    {
      name: 'call-dialog',
      path: '/calls?open=new-call',
      show: (page) => page.getByRole('dialog', { name: 'New call' }).waitFor(),
    },
    ...tabs,
    {
      name: 'call-dialog-later',
      path: '/calls?open=new-call',
      show: async (page) => {
        await page.getByRole('switch', { name: 'Schedule for later' }).click();
        await page.getByLabel('Call at').waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});

test('makes a call, follows it live, hangs up and deletes it', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    name: 'Reminder',
    initial_message: 'Good day, this is Mill Inn.',
    system_prompt: 'You call about {{topic}}.',
  });
  const { page, errors } = await open('/calls?type=outbound');
  await page.getByText('No matching calls').waitFor();
  await page.getByRole('button', { name: 'New call' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New call' });
  await dialog.getByRole('button', { name: 'Start call' }).click();
  await dialog.getByText('This is required.').first().waitFor();
  await dialog.getByRole('combobox', { name: 'Assistant' }).click();
  await page.getByRole('option', { name: 'Reminder' }).click();
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('12');
  await dialog.getByRole('button', { name: 'Start call' }).click();
  await dialog.getByRole('alert').waitFor();

  // The form asks for all variables of the prompt, declared or not.
  await dialog.getByLabel('topic').fill('the flour');
  // The last digits select a sandbox person who says nothing.
  const number = `${mobileNumber().slice(0, -2)}10`;
  await makeCall(account, { assistant_id, phone_number: number });
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill(number);
  await dialog.getByRole('button', { name: 'Start call' }).click();
  await dialog
    .getByText(`${number} is already in a call. Wait until it ends, or choose Call anyway.`)
    .waitFor();
  await dialog.getByRole('button', { name: 'Call anyway' }).click();
  await page.getByRole('heading', { level: 1, name: number }).waitFor();
  const called = (await account.get(`/user/calls/${page.url().split('/').at(-1)}`)).body;
  expect(called.variables).toMatchObject({ topic: 'the flour' });
  await page.getByText('Good day, this is Mill Inn.').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('The account ended the call.').waitFor();
  expect(await page.getByRole('button', { name: 'Hang up' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete the call with ${number}?` });
  expect(await accessibilityViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  await page.getByRole('link', { name: 'Browser call' }).waitFor();
  // The first call to the number is left.
  expect(await page.getByRole('link', { name: number }).count()).toBe(1);
  // The invalid number was answered with 400, the one in a call with 409.
  expect(errors.filter((error) => !/40[09]/.test(error))).toEqual([]);
});

test('changes the assistant for one call', async () => {
  await outboundAssistant(account, { name: 'Changed', system_prompt: 'You call about {{topic}}.' });
  const { page, errors } = await open('/calls?open=new-call');
  const dialog = page.getByRole('dialog', { name: 'New call' });
  await dialog.getByRole('combobox', { name: 'Assistant' }).click();
  await page.getByRole('option', { name: 'Changed' }).click();
  // The last digits select a silent sandbox person. Other tests call the same digits in another network.
  const number = `${mobileNumber().slice(0, -2)}10`.replace('+4072', '+4074');
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill(number);
  await dialog.getByText('Options', { exact: true }).click();
  await dialog.getByLabel('First message').fill('Hello {{name}}, this is the Mill Inn.');
  await dialog.getByLabel('name', { exact: true }).fill('Ana');
  await dialog.getByLabel('Maximum duration').fill('5');
  await dialog.getByText('Must be at least 20.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByLabel('Maximum duration').fill('60');
  await dialog.getByRole('button', { name: 'Start call' }).click();
  await page.getByText('Hello Ana, this is the Mill Inn.').first().waitFor();
  const call = (await account.get(`/user/calls/${page.url().split('/').at(-1)}`)).body;
  expect(call.overrides).toEqual({
    initial_message: 'Hello {{name}}, this is the Mill Inn.',
    max_duration: 60,
  });
  await page.getByRole('button', { name: 'Hang up' }).click();
  expect(errors).toEqual([]);
});

test('schedules a call, lists it and cancels it', async () => {
  const { id: assistant_id } = await outboundAssistant(account, { name: 'Later' });
  const { page, errors } = await open('/calls?open=new-call');
  const dialog = page.getByRole('dialog', { name: 'New call' });
  await dialog.getByRole('combobox', { name: 'Assistant' }).click();
  await page.getByRole('option', { name: 'Later' }).click();
  const number = mobileNumber();
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill(number);
  await dialog.getByRole('switch', { name: 'Schedule for later' }).click();
  await dialog.getByLabel('Call at').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule call' }).click();
  await dialog.getByText('Must not be in the past.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Call at').fill(`${tomorrow}T10:00`);
  await dialog.getByRole('button', { name: 'Schedule call' }).click();
  await page.getByRole('heading', { level: 1, name: number }).waitFor();
  await page.getByText('Scheduled for', { exact: false }).first().waitFor();
  const { body } = await account.get(`/user/calls?status=scheduled&assistant_id=${assistant_id}`);
  expect(body.data[0].scheduled_at).toContain(tomorrow);

  await page.getByRole('link', { name: 'Calls' }).first().click();
  await page.getByRole('button', { name: 'Show scheduled calls' }).click();
  const row = page.getByRole('row').filter({ hasText: number });
  await row.getByRole('button', { name: 'Cancel call' }).click();
  await page.getByText('Call canceled.', { exact: true }).waitFor();
  await page.getByText('No matching calls').waitFor();
  expect((await account.get(`/user/calls/${body.data[0].id}`)).body.status).toBe('canceled');
  // The time in the past was answered with 422.
  expect(errors.filter((error) => !/422/.test(error))).toEqual([]);
});
