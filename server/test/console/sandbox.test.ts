import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { callOnce, endedCall, makeCall, outboundAssistant } from '../kit/calls.ts';
import { fakeMicrophone } from '../kit/chromium.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { eventually } from '../kit/eventually.ts';
import { customerWrites, sandboxSender, sendFreeform } from '../kit/messaging.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { tone } from '../kit/speech.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

const RATE_HZ = 48_000;
const microphone = fakeMicrophone({ samples: tone(1_000, RATE_HZ), rateHz: RATE_HZ });
/** The sandbox script answers this number as busy, so only a page can answer it. */
const CUSTOMER = '+40721600001';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await startBrowser(microphone.flags);
});
afterAll(async () => {
  await browser.close();
  rmSync(microphone.folder, { recursive: true, force: true });
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string, options = {}) => openConsole(browser, { server, account, path, options });
const customerPath = (tab: string): string => `/sandbox?tab=${tab}&customer=${encodeURIComponent(CUSTOMER)}`;
const said = (page: Page) => page.getByRole('log', { name: 'Transcript' });

/** Waits until the call's audio plays. */
async function hears(page: Page): Promise<void> {
  const meter = page.getByRole('meter', { name: 'Volume: Assistant' });
  await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(35);
}

describe('the phone', () => {
  async function reachable(prepare: (page: Page) => Promise<void> = async () => undefined): Promise<Page> {
    const { page } = await open(customerPath('phone'));
    await prepare(page);
    await page.getByRole('switch', { name: 'Receive calls' }).click();
    await page.getByText('Waiting for calls').waitFor();
    return page;
  }

  test('rings for a call of the account, answers, plays audio, accepts typed text, and hangs up', async () => {
    const { id: assistant_id } = await outboundAssistant(account, {
      initial_message: 'Hello, this is the mill.',
      system_prompt: 'You help guests. Breakfast is at seven.',
    });
    const page = await reachable();
    const id = await makeCall(account, { assistant_id, phone_number: CUSTOMER });
    await page.getByText(/^Incoming call from \+1202555\d+$/).waitFor();
    await callOnce(account, id, ({ status }) => status === 'ringing');
    await page.getByRole('button', { name: 'Answer' }).click();
    await hears(page);
    await said(page).getByText('Hello, this is the mill.').waitFor();
    await page.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
    await page.keyboard.press('Enter');
    await said(page).getByText(/seven/).waitFor();
    await keepScreenshot(page, 'sandbox-phone-live');
    await page.getByRole('button', { name: 'Hang up' }).click();
    expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
    await page.getByRole('link', { name: /^From / }).waitFor();
    // The phone waits for the next call by itself.
    await page.getByText('Waiting for calls').waitFor();
  });

  test('continues its call over a new connection when its connection breaks', async () => {
    const { id: assistant_id } = await outboundAssistant(account, {
      initial_message: 'Hello, this is the mill.',
      system_prompt: 'You help guests. Breakfast is at seven.',
    });
    const addresses: string[] = [];
    let breakConnection = (): void => expect.fail('There is no connection.');
    const restored = Promise.withResolvers<void>();
    const page = await reachable((opened) =>
      opened.routeWebSocket(/\/sandbox\/phones\/media\//, async (socket) => {
        addresses.push(socket.url());
        if (addresses.length > 1) await restored.promise;
        const connection = socket.connectToServer();
        // Any code that does not mean a hang-up breaks the connection.
        breakConnection = () =>
          void Promise.all([connection.close({ code: 4999 }), socket.close({ code: 4999 })]);
      }),
    );
    const id = await makeCall(account, { assistant_id, phone_number: CUSTOMER });
    await page.getByRole('button', { name: 'Answer' }).click();
    await said(page).getByText('Hello, this is the mill.').waitFor();
    breakConnection();
    await page.getByText('Reconnecting…').waitFor();
    await page.getByRole('textbox', { name: 'Type a message' }).fill('When is breakfast?');
    await page.keyboard.press('Enter');
    restored.resolve();
    await said(page).getByText(/seven/).waitFor();
    expect(addresses[1]).toMatch(/\?resume=/);
    await page.getByRole('button', { name: 'Hang up' }).click();
    expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer' });
  });

  test('waits for the next call after the last one is closed', async () => {
    const { id: assistant_id } = await outboundAssistant(account);
    const page = await reachable();
    for (const _ of ['first', 'next']) {
      const id = await makeCall(account, { assistant_id, phone_number: CUSTOMER });
      await page.getByRole('button', { name: 'Answer' }).click();
      await page.getByRole('button', { name: 'Hang up' }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByText('Waiting for calls').waitFor();
      await endedCall(account, id);
    }
  });

  test('keeps waiting after a reload and stops when the user switches to another customer', async () => {
    const page = await reachable();
    await page.reload();
    await page.getByText('Waiting for calls').waitFor();
    await page.getByRole('combobox', { name: 'You play as' }).click();
    await page.getByRole('option', { name: /^Ana/ }).click();
    await page.getByRole('switch', { name: 'Receive calls', checked: false }).waitFor();
    expect(page.url()).not.toContain('reachable');
  });

  test('declines a call, and rings for the next one', async () => {
    const { id: assistant_id } = await outboundAssistant(account);
    const page = await reachable();
    for (const _ of [1, 2]) {
      const id = await makeCall(account, { assistant_id, phone_number: CUSTOMER });
      await page.getByRole('button', { name: 'Reject' }).click();
      expect((await endedCall(account, id)).end_reason).toContain('declined');
    }
    await page.getByRole('switch', { name: 'Receive calls' }).click();
    const alone = await makeCall(account, { assistant_id, phone_number: CUSTOMER });
    expect((await endedCall(account, alone)).end_reason).toContain('busy');
  });

  test('dials a number of the account on the keypad and sends keys during the call', async () => {
    const numberId = await insertNumber(account);
    const { id } = await createAssistant(account, { initial_message: 'Mill Inn, good evening.' });
    await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
    const { page, errors } = await open(customerPath('phone'));
    await page.getByRole('button', { name: /^Call \+1202555/ }).click();
    await page.getByText('Connected').waitFor();
    await said(page).getByText('Mill Inn, good evening.').waitFor();
    await page.getByRole('button', { name: 'Keypad' }).click();
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'Star' }).click();
    await said(page).getByText('You pressed *.').waitFor();
    // Another customer has another phone, so switching would end the call.
    await page.getByText('Hang up to switch customers.').waitFor();
    expect(await page.getByRole('combobox', { name: 'You play as' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Hang up' }).click();
    const [call] = await eventually(
      async () => (await account.get('/user/calls?type=inbound')).body.data,
      (list) => list[0]?.status === 'ended_by_customer',
    );
    expect(call).toMatchObject({ client_phone_number: CUSTOMER });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('shows who answers a number and that assistants without speech-to-text need typed text', async () => {
    const [answered, free] = [await insertNumber(account), await insertNumber(account)];
    const transcribers = await account.get('/user/assistants/transcriber-providers?language_id=1');
    const typed = transcribers.body.find(({ code }: { code: string }) => code === 'offline');
    const { id } = await createAssistant(account, {
      name: 'Reception',
      initial_message: 'Mill Inn.',
      transcriber_provider_id: typed.id,
    });
    await account.put(`/user/assistant/${id}`, { phone_number_id: answered });
    const { body } = await account.get('/user/phone-numbers/all');
    const numberOf = (wanted: number): string =>
      body.data.find((one: { id: number }) => one.id === wanted).phone_number;
    const { page } = await open(customerPath('phone'));
    const row = (number: number) => page.getByRole('listitem').filter({ hasText: numberOf(number) });
    await row(answered).getByText('Answered by Reception').waitFor();
    await row(free).getByText('Not answered: no active inbound assistant').waitFor();
    await row(answered).getByRole('button', { name: /^Call/ }).click();
    await said(page).getByText('Mill Inn.').waitFor();
    await page.getByText(/^Speech-to-text isn’t configured/).waitFor();
    expect(await page.getByRole('button', { name: 'Mute' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Hang up' }).click();
  });

  test('explains why a call is not answered', async () => {
    const { page } = await open(customerPath('phone'));
    await page.getByRole('button', { name: 'Add sandbox number' }).click();
    await page.getByRole('button', { name: /^Call \+/ }).click();
    await page.getByText(/^No answer: the number has no assistant/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('textbox', { name: 'Number to call' }).fill('+12025550199');
    await page.keyboard.press('Enter');
    await page.getByText(/not found/i).waitFor();
  });
});

describe('the messenger', () => {
  test('sends messages to a sender and shows the replies of assistants and people, separately for each customer', async () => {
    await createAssistant(account, {
      name: 'Front desk',
      system_prompt: 'You help guests. Breakfast is at seven.',
    });
    const { page, errors } = await open(customerPath('messenger'));
    await page.getByRole('button', { name: 'Add sandbox sender' }).click();
    await page.getByRole('combobox', { name: 'Assistant' }).click();
    await page.getByRole('option', { name: 'Front desk' }).click();
    await page.getByText('Sender saved.').first().waitFor();
    const messages = page.getByRole('log', { name: 'Messages' });
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('When is breakfast?');
    await page.keyboard.press('Enter');
    await messages.getByText(/seven/).waitFor();
    await messages.getByText('Read ✓✓').waitFor();
    await messages.getByText('Assistant', { exact: true }).waitFor();

    const [sender] = (await account.get('/user/msgapp/senders')).body.data;
    const about = { sender_id: sender.id, recipient_phone: CUSTOMER };
    await sendFreeform(account, { ...about, message: 'A table is free. sandbox:undelivered' });
    await messages.getByText('Not delivered').waitFor();
    await messages.getByText('Teammate', { exact: true }).waitFor();
    await keepScreenshot(page, 'sandbox-messenger');

    await page.getByRole('button', { name: 'Add customer' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Bob');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('0721');
    await page.getByRole('button', { name: 'Add customer' }).click();
    await page.getByText(/international format, such as/).waitFor();
    await page.getByRole('textbox', { name: 'Phone number' }).fill('+40 721 600 002');
    await page.getByRole('button', { name: 'Add customer' }).click();
    await page.getByText(/^Send the first message/).waitFor();
    expect(page.url()).toContain('40721600002');
    await page.reload();
    await page.getByRole('combobox', { name: 'You play as' }).getByText('Bob, +40721600002').waitFor();
    expect(errors).toEqual([]);
  });

  test('creates a template in any language and category, with named variables', async () => {
    const { id } = await sandboxSender(account);
    const { page } = await open('/sandbox?tab=messenger&open=new-template');
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name', { exact: true }).fill('masa');
    await dialog.getByLabel('Message').fill('{{1}}, masa {{2}} e gata.');
    await dialog.getByLabel('Name of {{2}}').fill('masa');
    await dialog.getByLabel('Language').fill('ro');
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'MARKETING' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = (await account.get(`/user/msgapp/senders/${id}/templates`)).body;
    expect(data).toMatchObject([{ language: 'ro', category: 'MARKETING', variables: ['1', 'masa'] }]);
  });

  test('explains why a message is not answered, and confirms STOP', async () => {
    await sandboxSender(account);
    const { page } = await open(customerPath('messenger'));
    await page.getByText(/This sender has no assistant\. Choose one/).waitFor();
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('Hello?');
    await page.keyboard.press('Enter');
    await page.getByText('This sender has no assistant.').waitFor();
    await composer.fill('STOP');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/START/).first().waitFor();
  });
});

test('sends and receives SMS', async () => {
  const { page, errors } = await open(customerPath('sms'));
  await page.getByRole('button', { name: 'Add sandbox number' }).click();
  await page.getByText('No SMS between these two yet.').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Are you open?');
  await page.keyboard.press('Enter');
  const messages = page.getByRole('log', { name: 'Messages' });
  await messages.getByText('Are you open?').waitFor();
  const [number] = (await account.get('/user/phone-numbers/all')).body.data;
  await account.post('/user/sms', { from: number.id, to: CUSTOMER, body: 'Until nine.' });
  await messages.getByText('Until nine.').waitFor();
  await messages.getByText('Delivered ✓✓').waitFor();
  expect(errors).toEqual([]);
});

test('shows old messages despite newer ones of other customers', async () => {
  const number = await insertNumber(account);
  const insert = (from: string, count: number): Promise<unknown> =>
    server.database.query(
      `insert into sms_messages (user_id, phone_number_id, direction, provider, from_number, to_number, body, state)
       select $1, $2, 'inbound', 'sandbox', $3, '+12025550100', 'SMS ' || place, 'received'
       from generate_series(1, $4) as place`,
      [account.userId, number, from, count],
    );
  await insert(CUSTOMER, 60);
  await insert('+40721600002', 120);
  const { id: sender } = await sandboxSender(account, { assistant_id: null });
  for (let place = 1; place <= 55; place += 1) {
    await customerWrites(account, sender, { from: CUSTOMER, message: `Message ${place}` });
  }
  const { page, errors } = await open(customerPath('sms'));
  const messages = page.getByRole('log', { name: 'Messages' });
  const earlier = page.getByRole('button', { name: 'Earlier messages' });
  for (const [tab, word, last] of [
    ['SMS', 'SMS', 60],
    ['Messenger', 'Message', 55],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await messages.getByText(`You: ${word} ${last}`, { exact: true }).waitFor();
    expect(await messages.getByRole('listitem').count()).toBe(50);
    await earlier.click();
    await messages.getByText(`You: ${word} 1`, { exact: true }).waitFor();
    expect(await messages.getByRole('listitem').count()).toBe(last);
    expect(await earlier.count()).toBe(0);
  }
  expect(errors).toEqual([]);
});

test('removes a customer from this browser', async () => {
  const { page, errors } = await open('/sandbox');
  const plays = page.getByRole('combobox', { name: 'You play as' });
  expect(await page.getByRole('button', { name: 'Remove customer' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Bob');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(CUSTOMER);
  await page.getByRole('button', { name: 'Add customer' }).click();
  await expect.poll(() => plays.innerText()).toContain('Bob');
  await page.getByRole('button', { name: 'Remove customer' }).click();
  await expect.poll(() => plays.innerText()).toContain('Ana');
  await page.reload();
  await plays.click();
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  expect(errors).toEqual([]);
});

test('sets the balance and rejects invalid amounts', async () => {
  const { page } = await open('/sandbox?tab=world');
  const field = page.getByRole('textbox', { name: 'New balance in dollars' });
  await field.fill('much');
  await expect.poll(() => page.getByRole('button', { name: 'Set balance' }).isDisabled()).toBe(true);
  await page.getByText('Enter an amount such as 12.50.').waitFor();
  await field.fill('-1');
  await page.getByRole('button', { name: 'Set balance' }).click();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  // The error of the previous amount disappears.
  await field.fill('7,50');
  await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true');
  await page.getByRole('button', { name: 'Set balance' }).press('Enter');
  await page
    .getByText('$7.50', { exact: true })
    .or(page.getByText('$7.50', { exact: true }))
    .first()
    .waitFor();
  expect((await account.get('/user/me')).body.total_balance).toBe(7.5);
  // The button is disabled after the change, but keeps the focus.
  await page.locator('button[aria-disabled=true]:focus', { hasText: 'Set balance' }).waitFor();
});

test('the sandbox tabs are accessible in both themes and fit a phone', async () => {
  const sender = await sandboxSender(account);
  await account.post(`/sandbox/msgapp/senders/${sender.id}/inbound`, { from: CUSTOMER, message: 'Hello?' });
  await insertNumber(account);
  const screens = ['phone', 'messenger', 'sms', 'world'].map((tab) => ({
    name: `sandbox-${tab}`,
    path: customerPath(tab),
    show: (page: Page) => page.getByRole('tabpanel').getByRole('heading').first().waitFor(),
  }));
  expect(await screenProblems(browser, { server, account }, screens)).toEqual([]);
});
