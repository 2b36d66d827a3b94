import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
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

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** One login for all pages of an account: more would be refused before long. */
const sessions = new WeakMap<Client, Promise<Session>>();

/** A page of the console that an account has logged in to. */
export async function openConsole(
  browser: TestBrowser,
  { server, account, path, options = {} }: ConsoleVisit,
): Promise<OpenedPage> {
  const session = sessions.get(account) ?? logInOnce(server, account);
  sessions.set(account, session);
  const opened = await browser.open({ ...options, storageState: await session });
  await opened.page.goto(`${server.address}${path}`);
  return opened;
}

/** Logs in as a page does, without opening one. */
async function logInOnce({ address }: TestServer, { email }: Client): Promise<Session> {
  const answer = await fetch(`${address}/api/console/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((header) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    const kept = { domain: new URL(address).hostname, path: '/', expires: -1 };
    return {
      name,
      value,
      ...kept,
      httpOnly: /; *HttpOnly/i.test(header),
      secure: false,
      sameSite: 'Strict' as const,
    };
  });
  return { cookies, origins: [] };
}

/** Chooses in a field of one of several. @param option by its name, or a part of it */
export async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The same where there are many: what is typed leaves the one that is meant. */
export async function find(page: Page, field: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill(typed);
  await page.keyboard.press('Enter');
}
