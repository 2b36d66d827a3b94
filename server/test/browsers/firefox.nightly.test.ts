import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { IS_COMPLETE_RUN } from '../kit/complete-run.ts';
import { openConsole } from '../kit/console-page.ts';
import { fixtureFile } from '../kit/documents.ts';
import { dropFile } from '../kit/drop-file.ts';
import { INNER_NAME, IS_FIREFOX_INSTALLED, startFirefox } from '../kit/firefox.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { type ForeignSite, startForeignSite } from '../kit/widget-site.ts';

let installation: ModelInstallation;
let site: ForeignSite;
let browser: TestBrowser;
let account: Client;

test.skipIf(!IS_COMPLETE_RUN)('Firefox is installed where nothing may be skipped', () => {
  expect(IS_FIREFOX_INSTALLED).toBe(true);
});

describe.skipIf(!IS_FIREFOX_INSTALLED)('in Firefox', () => {
  beforeAll(async () => {
    installation = await startModelInstallation();
    site = await startForeignSite(installation.server.address);
    browser = await startFirefox();
    account = await installation.server.account();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await installation.stop();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const chat = (page: Page) => page.getByRole('log', { name: 'Test conversation' });
  const answers = (...texts: string[]): void =>
    installation.model.replace(...texts.map((text) => ({ kind: 'answer', text }) as const));

  /** Types key by key, because React misses a value that Playwright fills in over WebDriver BiDi. */
  async function type(field: Locator, text: string): Promise<void> {
    await field.click();
    await field.pressSequentially(text);
  }

  async function write(page: Page, text: string): Promise<void> {
    await type(page.getByRole('textbox', { name: 'Message', exact: true }), text);
    await page.keyboard.press('Enter');
  }

  test('logs in without https, creates an assistant that answers, and shows changes of others', async () => {
    const { page, errors } = await browser.open();
    await page.goto(installation.server.address.replace('127.0.0.1', INNER_NAME));
    expect(await page.evaluate('isSecureContext')).toBe(false);
    await type(page.getByLabel('Email'), account.email);
    await type(page.getByLabel('Password'), 'correct horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await heading(page, 'Dashboard').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    errors.length = 0;

    await page.keyboard.press('Control+k');
    await page.keyboard.type('new assistant');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use template: Front desk' }).click();
    await type(page.getByLabel('Company name'), 'Mill Inn');
    await type(page.getByLabel('Products or services'), 'Rooms with breakfast.');
    await page.getByRole('button', { name: 'Create assistant' }).click();
    await page.getByText('All changes saved').waitFor();
    answers('At seven.');
    await write(page, 'When is breakfast?');
    await chat(page).getByText('At seven.').waitFor();
    await chat(page)
      .getByText(/^First word/)
      .waitFor();
    const [{ id }] = (await account.get('/user/assistants')).body;
    await account.put(`/user/assistant/${id}`, { name: 'Reception' });
    await heading(page, 'Reception').waitFor();

    await page.getByRole('tab', { name: 'Chat & widget' }).click();
    await page.getByRole('button', { name: 'Copy script tag' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await message.focus();
    await page.keyboard.press('Control+v');
    await expect.poll(() => message.inputValue()).toContain('data-assistant=');
    expect(errors).toEqual([]);
    await keepScreenshot(page, 'firefox-console');
  });

  test('two tabs share one stream of changes, and one takes over when the other closes', async () => {
    const { server } = installation;
    const { page, context } = await openConsole(browser, { server, account, path: '/settings' });
    // Wait for the stream of this page, so that only later ones are counted.
    await page.getByText('Live', { exact: true }).waitFor();
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/console/changes')) streams.push(request.url());
    });
    await page.goto(`${server.address}/tools`);
    await page.getByText('Live', { exact: true }).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByText('Live', { exact: true }).waitFor();
    expect(streams).toHaveLength(1);
    const tool = {
      description: 'Tells where an order is.',
      method: 'GET',
      endpoint: 'https://shop.example/o',
    };
    await account.post('/user/tools', { name: 'find_order', ...tool });
    for (const tab of [page, other]) await tab.getByRole('link', { name: 'find_order' }).waitFor();
    await page.close();
    await expect.poll(() => streams.length).toBe(2);
    await account.post('/user/tools', { name: 'cancel_order', ...tool });
    await other.getByRole('link', { name: 'cancel_order' }).waitFor();
  });

  test('accepts a dropped document, and runs a test call with typed text', async () => {
    const { server } = installation;
    const { page, errors } = await openConsole(browser, { server, account, path: '/knowledge' });
    await page.getByRole('button', { name: 'New knowledge base' }).first().click();
    await type(page.getByLabel('Name'), 'Handbook');
    await page.keyboard.press('Enter');
    const empty = page.getByRole('heading', { name: 'Drop your first document here' });
    const buffer = fixtureFile('handbook.pdf');
    await dropFile(empty, { name: 'handbook.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('list', { name: 'Documents' }).getByText('handbook.pdf').waitFor();

    const { id } = await installation.assistant(account, { name: 'Desk', initial_message: 'Mill Inn.' });
    answers('At seven.');
    await page.goto(`${server.address}/assistants/${id}?tab=talk`);
    await page.getByRole('tab', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('Connected').waitFor();
    const said = page.getByRole('log', { name: 'Transcript' });
    await said.getByText('Mill Inn.').waitFor();
    await type(page.getByRole('textbox', { name: 'Type a message' }), 'When is breakfast?');
    await page.keyboard.press('Enter');
    await said.getByText('At seven.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up.').waitFor();
    expect(errors).toEqual([]);
  });

  test('answers a visitor of a website with a strict policy, even after a reload, after an outage, and in two tabs', async () => {
    const assistant = await installation.assistant(account, { name: 'Harbour Books' });
    const address = site.publish({ assistants: [assistant.uuid] });
    const { page, context, errors } = await browser.open();
    await page.goto(address);
    const here = widgetOn(page);
    await here.open();
    answers('**Until** six.', 'On Sundays too.', 'Nine.');
    await here.say('When are you open?');
    await expect.poll(here.said).toContain('assistant: Until six.');
    await expect
      .poll(() => here.log.locator('.message:not([aria-hidden]) strong').allInnerTexts())
      .toEqual(['Until']);
    await page.reload();
    await here.panel.waitFor();
    await expect.poll(here.said).toContain('assistant: Until six.');

    await context.setOffline(true);
    await here.say('And on Sundays?');
    await here.alert.getByText('You are offline. Your message is saved here.').waitFor();
    await context.setOffline(false);
    await expect.poll(here.said).toContain('assistant: On Sundays too.');
    // Firefox reports the failed request.
    expect(errors.splice(0)).toEqual([expect.stringContaining('did not succeed')]);

    const tab = await context.newPage();
    await tab.goto(address);
    const there = widgetOn(tab);
    await there.open();
    await there.say('From when on?');
    await expect.poll(there.said).toContain('assistant: Nine.');
    await expect.poll(here.said).toEqual(await there.said());
    expect(errors).toEqual([]);
    await keepScreenshot(tab, 'firefox-widget');
  });

  test('shows the settings of a widget, in Arabic, and obeys scripts of the page', async () => {
    const { uuid } = await installation.assistant(account, {
      widget_settings: {
        title: 'مكتبة',
        language: 'ar',
        starters: ['متى تفتحون؟'],
        greeting_bubble: 'مرحبًا',
      },
    });
    const { page, errors } = await browser.open();
    await page.goto(site.publish({ assistants: [uuid] }));
    const chat = widgetOn(page);
    await chat.host.getByRole('button', { name: 'مرحبًا' }).waitFor();
    await page.evaluate(`ParleyChat.identify({ userId: '7', name: 'Ion' }).then(() => ParleyChat.open())`);
    await chat.log.locator('.message').first().waitFor();
    expect(await chat.host.locator('.root').getAttribute('dir')).toBe('rtl');
    answers('في التاسعة.');
    await chat.panel.getByRole('button', { name: 'متى تفتحون؟' }).click();
    await expect.poll(chat.said).toContain('assistant: في التاسعة.');
    expect(errors).toEqual([]);
    // A screenshot in Firefox adds a style, which the policy of the page blocks.
    await keepScreenshot(page, 'firefox-widget-arabic');
  });
});
