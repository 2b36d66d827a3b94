import { beforeAll, beforeEach, expect, test } from 'vitest';
import { storeCheck } from '../../src/modules/messages/senders/sender-store.ts';
import { keepUnattributed } from '../../src/modules/messages/senders/unattributed-reports.ts';
import { readParts } from '../../src/providers/cloud-messaging/template-parts.ts';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { CLOUD_TEMPLATES } from '../kit/cloud-templates.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { sandboxSender } from '../kit/messaging.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });

const template = {
  name: 'order_ready',
  language: 'en',
  category: 'utility',
  status: 'approved',
  body_text: 'Hi {{1}}, your order {{2}} is ready.',
  variables: ['name', 'order'],
};

test('connects and edits a sandbox sender, and new templates appear by themselves', async () => {
  const assistant = await createAssistant(account, { name: 'Front desk' });
  const { page, errors } = await open('/messaging');
  await page.getByRole('heading', { name: 'No senders yet' }).waitFor();
  await page.getByRole('button', { name: 'New sender' }).click();
  const dialog = page.getByRole('dialog', { name: 'New sender' });
  await dialog.getByText('gets a free number.').waitFor();
  await dialog.getByLabel('Name').fill('Mill Inn');
  await dialog.getByRole('button', { name: 'Connect sender' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mill Inn' }).waitFor();
  const id = Number(/senders\/(\d+)$/.exec(page.url())?.[1]);

  await choose(page, 'Assistant', 'Front desk');
  await page.getByRole('switch', { name: 'Online' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Offline', { exact: true }).waitFor();
  const path = `/user/msgapp/senders/${id}`;
  const changed = { assistant_id: assistant.id, status: 'offline', display_name: 'Mill Inn' };
  expect((await account.get(path)).body.data).toMatchObject(changed);

  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  expect((await account.post(`/sandbox/msgapp/senders/${id}/templates`, template)).status).toBe(201);
  const card = page.getByRole('list', { name: 'Templates' }).getByRole('listitem');
  await card.getByText('Hi {{1}}, your order {{2}} is ready.').waitFor();
  await card.getByText('approved').waitFor();

  await page.getByRole('tab', { name: 'Setup' }).click();
  await page.getByText('0 in the last 30 days').waitFor();
  await page.getByText('Never', { exact: true }).waitFor();
  const { messages } = server.dependencies;
  const source = { id, userId: account.userId, provider: 'sandbox' };
  await keepUnattributed(messages, source, { what: 'a message in a group', content: '{"group":7}' });
  await page.getByRole('link', { name: '1 in the last 30 days' }).click();
  const reports = page.getByRole('list', { name: 'Unmatched reports' });
  await reports.getByText('a message in a group').click();
  await reports.getByText('"group": 7').waitFor();

  await page.getByRole('button', { name: 'Delete sender' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sender' }).click();
  await page.getByRole('heading', { name: 'No senders yet' }).waitFor();
  expect((await account.get(path)).status).toBe(404);
  expect(errors).toEqual([]);
});

test('previews the parts of templates, asks for their values, and says which cannot be sent', async () => {
  const sender = await sandboxSender(account);
  for (const name of ['link', 'picture', 'products']) {
    const { bodyText, variables, parts } = readParts({ components: CLOUD_TEMPLATES[name]?.components });
    await server.database.query(
      `insert into templates (user_id, sender_id, provider_reference, name, language, category, status, body_text,
         variables, parts)
       values ($1, $2, $3, $3, 'en', 'marketing', 'approved', $4, $5, $6)`,
      [account.userId, sender.id, name, bodyText, variables, JSON.stringify(parts)],
    );
  }
  const { page, errors } = await open(`/messaging/senders/${sender.id}?tab=templates`);
  const list = page.getByRole('list', { name: 'Templates' });
  await list.getByText('Track · https://shop.example/{{button_2_url}}').waitFor();
  await list.getByText('Image', { exact: true }).waitFor();
  const reason = 'Parley cannot send templates with buttons of the type MPM.';
  await list.getByText(reason).waitFor();

  await page.goto(`${server.address}/messaging?open=write`);
  const dialog = page.getByRole('dialog', { name: 'Message a customer' });
  await dialog.getByLabel('Phone number').fill('+40721234567');
  await choose(page, 'Template', 'products');
  await dialog.getByText(reason).waitFor();
  await choose(page, 'Template', 'link');
  await dialog.getByLabel('Button 2 url').fill('orders/7');
  await dialog.getByText('Track · https://shop.example/orders/7').waitFor();
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('log', { name: 'Messages' }).getByText('Your order.').waitFor();
  expect(errors).toEqual([]);
});

test('sends an SMS, shows its delivery, and finds it by direction', async () => {
  await insertNumber(account);
  const { page } = await open('/messaging?tab=sms');
  await page.getByRole('heading', { name: 'No SMS yet' }).waitFor();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send SMS' });
  await dialog.getByLabel('To').fill('12');
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  await dialog
    .getByText(/^Must be/)
    .first()
    .waitFor();
  await dialog
    .getByText(/^This is required/)
    .first()
    .waitFor();
  await dialog.getByLabel('To').fill('+40721234567');
  await dialog.getByLabel('Message').fill('Your table is ready.');
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'Your table is ready.' });
  await row.getByText('Delivered').waitFor();
  await expect.poll(() => row.innerText()).toContain('+40721234567');
  await row.getByRole('link', { name: 'Your table is ready.' }).click();
  const whole = page.getByRole('dialog', { name: 'SMS' });
  await whole.getByText('Delivered').waitFor();
  expect(page.url()).toMatch(/open=sms\.\d+/);
  await page.goBack();
  await whole.waitFor({ state: 'detached' });

  await choose(page, 'Direction', 'Received');
  await page.getByRole('heading', { name: 'No matching SMS' }).waitFor();
  expect(page.url()).toContain('direction=inbound');

  // Date and number filters narrow the list too, and a dialog over it keeps them.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await choose(page, 'Your number', /^\+1202555/);
  await row.waitFor();
  await page.getByLabel('To', { exact: true }).fill('2026-01-02');
  await page.getByRole('heading', { name: 'No matching SMS' }).waitFor();
  expect(page.url()).toMatch(/phone_number_id=\d+.*date_to=2026-01-02/);
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await page.keyboard.press('Escape');
  expect(page.url()).toMatch(/phone_number_id=\d+.*date_to=2026-01-02/);
});

test('the messaging pages are accessible in both themes and fit a phone', async () => {
  const sender = await sandboxSender(account, { display_name: 'Mill Inn by the river' });
  await account.post(`/sandbox/msgapp/senders/${sender.id}/templates`, template);
  const problem = { kind: 'rejected', problem: 'The access token has expired.' } as const;
  await storeCheck(server.database, { id: sender.id, credentials: null }, problem);
  const source = { id: sender.id, userId: account.userId, provider: 'sandbox' };
  const report = { what: 'a message in a group', content: '{"group":7}' };
  await keepUnattributed(server.dependencies.messages, source, report);
  const from = await insertNumber(account);
  for (const to of ['+40721234567', '+40721234568']) {
    await account.post('/user/sms', { from, to, body: 'Your table is ready at eight.' });
  }
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'messaging-one-sms',
      path: '/messaging?tab=sms',
      show: async (page) => {
        await page.getByRole('link', { name: 'Your table is ready at eight.' }).first().click();
        await page.getByRole('dialog', { name: 'SMS' }).getByText('Your table is ready at eight.').waitFor();
      },
    },
    {
      name: 'messaging-senders',
      path: '/messaging',
      show: (page) => page.getByRole('table', { name: 'Senders' }).waitFor(),
    },
    {
      name: 'messaging-new-sender',
      path: '/messaging',
      show: async (page) => {
        await page.getByRole('button', { name: 'New sender' }).click();
        await page.getByRole('dialog', { name: 'New sender' }).waitFor();
      },
    },
    {
      name: 'messaging-sms',
      path: '/messaging?tab=sms',
      show: (page) => page.getByRole('table', { name: 'SMS' }).waitFor(),
    },
    {
      name: 'messaging-send-sms',
      path: '/messaging?tab=sms',
      show: async (page) => {
        await page.getByRole('button', { name: 'Send SMS' }).click();
        await page.getByRole('dialog', { name: 'Send SMS' }).waitFor();
      },
    },
    {
      name: 'messaging-sender',
      path: `/messaging/senders/${sender.id}`,
      show: (page) => page.getByText('The access token has expired.').waitFor(),
    },
    {
      name: 'messaging-templates',
      path: `/messaging/senders/${sender.id}?tab=templates`,
      show: (page) => page.getByRole('heading', { name: 'order_ready' }).waitFor(),
    },
    {
      name: 'messaging-reports',
      path: `/messaging/senders/${sender.id}?tab=reports`,
      show: (page) => page.getByText('a message in a group').click(),
    },
  ]);
  expect(problems).toEqual([]);
});
