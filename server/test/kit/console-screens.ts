import type { Locator, Page } from 'playwright-core';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from './browser.ts';
import { follow, openConsole } from './console-page.ts';
import type { Client, TestServer } from './test-server.ts';

export interface Screen {
  /** Name of its screenshots, such as `tools-editor`. */
  name: string;
  /** Relative to the console's root, such as `/calls?type=web`. */
  path: string;
  /** Waits until the screen is complete, and opens parts that have no URL. */
  show: (page: Page) => Promise<unknown>;
}

interface Visitor {
  server: TestServer;
  account: Client;
}

const DESKTOP = { width: 1440, height: 900 };

/**
 * Problems of screens, one line each: WCAG in the light theme, colors in the dark theme, and on a phone everything that
 * depends on the width. Saves screenshots in `PARLEY_SCREENSHOTS`.
 */
export async function screenProblems(
  browser: TestBrowser,
  { server, account }: Visitor,
  screens: readonly Screen[],
): Promise<string[]> {
  const options = { viewport: DESKTOP };
  const { page, errors } = await openConsole(browser, { server, account, path: NOWHERE, options });
  await nowhere(page).waitFor();
  const found: string[] = [];
  for (const [index, screen] of screens.entries()) {
    await goTo(page, `${server.address}${screen.path}`);
    await screen.show(page);
    // Changing the theme costs as much as opening a page, so every other screen starts with the last theme of the
    // previous one.
    for (const theme of index % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
      found.push(...(await themeProblems(page, screen.name, theme)));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const desktop = await becomePhone(page);
  for (const { name, path, show } of screens) {
    await goTo(page, `${server.address}${path}`);
    await show(page);
    const problems = await phoneProblems(page);
    found.push(...problems.map((problem) => `${name} (phone): ${problem}`));
    await keepScreenshot(page, `${name}-phone`);
  }
  await desktop();
  return [...found, ...errors];
}

async function themeProblems(page: Page, name: string, theme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const violations = await accessibilityViolations(page, 'html', theme === 'light' ? 'everything' : 'colors');
  await keepScreenshot(page, `${name}-desktop${theme === 'light' ? '' : '-dark'}`);
  return violations.map((violation) => `${name} (${theme}): ${violation}`);
}

/** Problems of a page at phone width. */
export async function phoneProblems(page: Page): Promise<string[]> {
  const violations = await accessibilityViolations(page, 'html', 'layout');
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return excess > 0 ? [...violations, `${excess} pixels wider than the screen`] : violations;
}

/** Emulates a phone (size, touch) without reloading the page. @returns a function that restores the desktop */
async function becomePhone(page: Page): Promise<() => Promise<void>> {
  const { viewport, deviceScaleFactor } = PHONE;
  await page.setViewportSize(viewport);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: true });
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return async () => {
    await tools.detach();
    await page.setViewportSize(DESKTOP);
  };
}

/** An unknown URL, which the console shows immediately and without requests. */
const NOWHERE = '/calls/nowhere/at/all';
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Matches the unknown-page screen or a prompt about unsaved changes. Elements behind an open dialog have no role. */
const nowhere = (page: Page): Locator =>
  page.locator(`:text("This page doesn’t exist"), [role="alertdialog"]`).first();

/** Visits the unknown URL first, so that the page renders from scratch. Reloads if a dialog or menu is open. */
async function goTo(page: Page, address: string): Promise<void> {
  await follow(page, NOWHERE);
  await nowhere(page).waitFor();
  if ((await page.locator(OPEN).count()) > 0) await page.goto(address);
  else await follow(page, address);
}
