import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { addressOf, DIALOGS } from '../kit/console-dialogs.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});

test.each(DIALOGS)('the dialogs (%s) are accessible in both themes and fit a phone', async (_name, make) => {
  const account = await server.account();
  const dialogs = await make(account);
  const screens = dialogs.map((dialog) => ({
    name: `dialog-${dialog.open.replaceAll(/[^a-z]+/g, '-')}`,
    path: addressOf(dialog),
    show: (page: Page) => page.getByRole('dialog', { name: dialog.title, exact: true }).waitFor(),
  }));
  expect(await screenProblems(browser, { server, account }, screens)).toEqual([]);
});
