import type { Page } from 'playwright-core';
import { accessibilityViolations, keepScreenshot, PHONE, type TestBrowser } from './browser.ts';
import { openConsole } from './console-page.ts';
import type { Client, TestServer } from './test-server.ts';

export interface Screen {
  /** Of its pictures: `tools-editor`. */
  name: string;
  /** Below the console's root: `/calls?type=web`. */
  path: string;
  /** Waits for what makes it whole, and opens what the address cannot. */
  show: (page: Page) => Promise<unknown>;
}

interface Visitor {
  server: TestServer;
  account: Client;
}

// What moves from one colour to another would be measured in between.
const STILL = { reducedMotion: 'reduce' } as const;

/**
 * What is wrong with screens, one line each: against WCAG in the light and in the dark theme and on a phone, and
 * wider than the phone. Keeps a picture of each at both widths.
 */
export async function screenProblems(
  browser: TestBrowser,
  visitor: Visitor,
  screens: readonly Screen[],
): Promise<string[]> {
  const found: string[] = [];
  for (const device of ['desktop', 'phone'] as const) {
    const options = device === 'phone' ? { ...PHONE, ...STILL } : { viewport: DESKTOP, ...STILL };
    const { page, context, errors } = await openConsole(browser, { ...visitor, path: '/settings', options });
    for (const { name, path, show } of screens) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${visitor.server.address}${path}`);
      await show(page);
      found.push(...(await problemsOf(page)).map((problem) => `${name} (${device}): ${problem}`));
      await keepScreenshot(page, `${name}-${device}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await accessibilityViolations(page, 'html', 'colours');
      found.push(...dark.map((problem) => `${name} (${device}, dark): ${problem}`));
      await keepScreenshot(page, `${name}-${device}-dark`);
    }
    found.push(...errors.map((error) => `${device}: ${error}`));
    await context.close();
  }
  return found;
}

const DESKTOP = { width: 1440, height: 900 };

async function problemsOf(page: Page): Promise<string[]> {
  const violations = await accessibilityViolations(page);
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return excess > 0 ? [...violations, `${excess} pixels wider than the screen`] : violations;
}
