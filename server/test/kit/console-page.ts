import type { BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenedPage, TestBrowser } from './browser.ts';
import type { Client, TestServer } from './test-server.ts';

interface ConsoleVisit {
  server: TestServer;
  account: Client;
  /** Below the console's root: `/calls?type=web`. */
  path: string;
  options?: BrowserContextOptions;
}

/** A page of the console that an account has logged in to. */
export async function openConsole(
  browser: TestBrowser,
  { server, account, path, options = {} }: ConsoleVisit,
): Promise<OpenedPage> {
  const opened = await browser.open(options);
  const answer = await opened.context.request.post(`${server.address}/api/console/login`, {
    data: { email: account.email, password: 'correct horse' },
    headers: { origin: server.address },
  });
  expect(answer.status()).toBe(200);
  await opened.page.goto(`${server.address}${path}`);
  return opened;
}
