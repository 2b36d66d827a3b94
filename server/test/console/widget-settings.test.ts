import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
});

async function open(settings: object = {}) {
  const { id, uuid } = await createAssistant(account, {
    initial_message: 'Welcome!',
    widget_settings: settings,
  });
  const opened = await openConsole(browser, { server, account, path: `/assistants/${id}?tab=chat` });
  const preview = opened.page.frameLocator('iframe[title="Widget preview"]');
  await preview.getByRole('dialog').waitFor();
  return { ...opened, id, uuid, preview };
}

test('the preview shows the real widget with settings that are not saved', async () => {
  const { page, preview, id, errors } = await open();
  page.setDefaultTimeout(9000);
  await preview.getByRole('log').getByText('Welcome!').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Mill desk');
  await preview.getByRole('heading', { name: 'Mill desk' }).waitFor();
  await page.getByLabel('Starter questions').fill('Prices?');
  await preview.getByRole('button', { name: 'Prices?' }).press('Enter');
  await preview.getByText('This is a preview.').waitFor();
  await page.getByLabel('Pick a color').fill('#00ff00');
  const ground = (): Promise<string> =>
    preview
      .locator('.launcher')
      .evaluate((node) => Reflect.get(globalThis, 'getComputedStyle')(node).backgroundColor);
  await expect.poll(ground).toBe('rgb(0, 255, 0)');
  await page.getByRole('checkbox', { name: 'Monday' }).check();
  await page.getByLabel('Outside working hours').check();
  await preview.getByText('We are away at the moment.').waitFor();
  expect((await account.get(`/user/assistant/${id}`)).body.data.widget_settings.title).toBeNull();
  // A preview opens no conversation.
  expect((await account.get(`/user/conversations?assistant_id=${id}`)).body.data).toEqual([]);
  expect(errors).toEqual([]);
});

test('a picture is saved at once, and a wrong file is explained', async () => {
  const { page, preview, uuid } = await open();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const file = page.getByLabel('Picture file');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('must be a PNG, JPEG or WebP file').waitFor();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await preview.locator('.face canvas').waitFor();
  expect((await server.visitor.get(`/widgets/${uuid}`)).body.widget.picture).toContain('/picture?v=');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Upload picture' }).waitFor();
  expect((await server.visitor.get(`/widgets/${uuid}`)).body.widget.picture).toBeNull();
});

test('the secret for signed-in users is shown once, and replaced and deleted after a question', async () => {
  const { page, id } = await open();
  await page.getByRole('button', { name: 'Create secret' }).click();
  await page.getByText('It won’t be shown again.').waitFor();
  const shown = await page.locator('code', { hasText: /^[\w-]{43}$/ }).innerText();
  await page.reload();
  await page.getByRole('button', { name: 'Replace secret' }).click();
  expect(await page.getByText(shown).count()).toBe(0);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click();
  await page.getByText('It won’t be shown again.').waitFor();
  expect(await page.getByText(shown).count()).toBe(0);
  await page.getByRole('button', { name: 'Delete secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete secret' }).click();
  await page.getByRole('button', { name: 'Create secret' }).waitFor();
  const { body } = await account.get(`/user/assistant/${id}/widget-secret`);
  expect(body.data).toEqual({ created_at: null });
});
