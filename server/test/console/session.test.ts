import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from '../kit/browser.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { startTlsFront } from '../kit/tls-front.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
});

interface Attempt {
  email: string;
  password: string;
}

const right = (): Attempt => ({ email: account.email, password: 'correct horse' });

async function logIn(page: Page, { email, password }: Attempt): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Opens a page with a session of its own, which the test may end. */
async function openOwn(path: string, options = {}): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await browser.open(options);
  await page.goto(`${server.address}${path}`);
  await logIn(page, right());
  await page.getByRole('heading', { level: 1, name: 'Log in to Parley' }).waitFor({ state: 'detached' });
  return { page, context };
}

/** Ends the session as another tab of this browser would. */
async function endSession(context: BrowserContext): Promise<void> {
  const session = await context.request.get(`${server.api}/console/session`);
  const { csrf_token: token } = await session.json();
  const headers = { 'x-csrf-token': token, origin: server.address };
  const answer = await context.request.post(`${server.api}/console/logout`, { headers });
  expect(answer.status()).toBe(200);
}

const over = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' });

describe('the login', () => {
  test.each([
    ['desktop', {}],
    ['phone', PHONE],
  ])('is accessible in both themes, with and without an error (%s)', async (name, options) => {
    const { page } = await browser.open({ ...options, reducedMotion: 'reduce' });
    await page.goto(`${server.address}/login`);
    await page.getByRole('heading', { level: 1, name: 'Log in to Parley' }).waitFor();
    const found = await accessibilityViolations(page);
    await logIn(page, { ...right(), password: 'wrong horse' });
    await page.getByRole('alert').getByText('Wrong email or password').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await accessibilityViolations(page)));
      await keepScreenshot(page, `login-${name}-${colorScheme}`);
    }
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  test('explains a wrong password, too many attempts, and a blocked session cookie', async () => {
    const { page, context } = await browser.open();
    await page.goto(`${server.address}/login`);
    const guess = { email: `${randomUUID()}@example.com`, password: 'no' };
    await logIn(page, guess);
    await page.getByText('Wrong email or password.').waitFor();
    for (let tries = 1; tries < 5; tries += 1) {
      await server.visitor.post('/console/login', guess);
    }
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText(/^Too many attempts. Wait \d+ (seconds|minutes), then try again.$/).waitFor();

    await page.route('**/api/console/login', async (route) => {
      const answer = await route.fetch();
      const { 'set-cookie': _lost, ...headers } = answer.headers();
      await context.clearCookies();
      await route.fulfill({ response: answer, headers });
    });
    await logIn(page, right());
    await page.getByText('this browser blocked the session cookie').waitFor();
    await page.unrouteAll();
    await logIn(page, right());
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });
});

describe('a session that ends during work', () => {
  test('keeps the input: the user logs in over the page and saves', async () => {
    const { id } = await createAssistant(account, { name: 'Front desk' });
    const { page, context } = await openOwn(`/assistants/${id}?tab=prompt`);
    const message = page.getByLabel('First message');
    await message.fill('Typed before it ended');
    await endSession(context);
    await over(page).getByText('Your input is still here.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'session-over');
    await page.keyboard.press('Escape');
    await expect.poll(() => over(page).isVisible()).toBe(true);
    await expect.poll(() => over(page).getByLabel('Email').inputValue()).toBe(account.email);
    await over(page).getByLabel('Password').fill('wrong horse');
    await page.keyboard.press('Enter');
    await over(page).getByText('Wrong email or password').waitFor();
    await over(page).getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await over(page).waitFor({ state: 'detached' });
    await expect.poll(() => message.inputValue()).toBe('Typed before it ended');
    // The focus returns to the field.
    expect(await page.evaluate('document.activeElement.value')).toBe('Typed before it ended');
    await page.keyboard.press('Control+s');
    await page.getByText('All changes saved').waitFor();
    const stored = await account.get(`/user/assistant/${id}`);
    expect(stored.body.data.initial_message).toBe('Typed before it ended');
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('is noticed on the next action, before the event stream reports it', async () => {
    const { page, context } = await openOwn('/keys');
    await page.getByRole('button', { name: 'New API key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name').fill('Shop');
    // There are no events while the stream is down.
    await context.route('**/api/console/changes', (route) => route.abort());
    await endSession(context);
    await page.keyboard.press('Enter');
    await over(page).getByLabel('Password').fill('correct horse');
    await over(page).getByRole('button', { name: 'Log in', exact: true }).click();
    await over(page).waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Shop');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'API key “Shop”' }).waitFor();
  });

  test('sends no requests until a login in any tab', async () => {
    const { page, context } = await openOwn('/keys');
    await page.clock.install();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await endSession(context);
    await over(page).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const later of [10_000, 10_000, 60_000]) {
      await page.clock.fastForward(later);
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
    }
    expect(asked).toEqual([]);
    const other = await context.newPage();
    await other.goto(`${server.address}/keys`);
    await logIn(other, right());
    await other.getByText('Live', { exact: true }).waitFor();
    await over(page).waitFor({ state: 'detached' });
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('allows a login with another account after confirming the loss of input', async () => {
    const { id } = await createAssistant(account);
    const { page, context } = await openOwn(`/assistants/${id}`);
    await page.getByLabel('First message').fill('Typed');
    await endSession(context);
    await over(page).getByRole('button', { name: 'Use another account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in to Parley' }).waitFor();
    account = await server.account();
    await createAssistant(account, { name: 'Another’s' });
    await logIn(page, right());
    await page
      .getByRole('heading', { name: 'This page doesn’t exist' })
      .or(page.getByRole('alert'))
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Assistants' }).first().click();
    await page.getByRole('link', { name: 'Another’s' }).waitFor();
    expect(await page.getByRole('link', { name: 'Reception' }).count()).toBe(0);
  });
});

test('two installations on one machine do not end each other’s sessions', async () => {
  const other = await startTestServer();
  const { page, context } = await openOwn('/settings');
  const there = await other.account();
  const tab = await context.newPage();
  await tab.goto(`${other.address}/settings`);
  await logIn(tab, { email: there.email, password: 'correct horse' });
  await tab.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await context.cookies()).toHaveLength(2);
  await tab.close();
  await other.stop();
});

test('a real browser binds the cookie to the host over https, and also allows a login over http', async () => {
  const front = await startTlsFront();
  const bound = await startTestServer({ environment: { PARLEY_PUBLIC_URL: front.origin } });
  front.aim(bound.address);
  account = await bound.account();
  const { page, context } = await browser.open({ ignoreHTTPSErrors: true });
  const enter = async (origin: string) => {
    await page.goto(`${origin}/settings`);
    await logIn(page, right());
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    return (await context.cookies()).map(({ name, secure }) => `${name.slice(0, 22)} ${secure}`);
  };
  expect(await enter(front.origin)).toEqual(['__Host-parley_session_ true']);
  // Requests that change data work, too.
  await page.goto(`${front.origin}/keys`);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'API key “Shop”' }).waitFor();
  await context.clearCookies();
  expect(await enter(bound.address)).toEqual([expect.stringMatching(/^parley_session_\w+ false$/)]);
  await context.close();
  await bound.stop();
  await front.close();
});
