import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { requirePackages } from '../../../scripts/testing/needs.ts';
import { HEADLESS_SHELL } from './chromium.ts';
import { endsWithTestOrFile } from './left-running.ts';
import { newContexts, reusingContexts } from './reused-contexts.ts';

/** Debian's headless Chromium; each opened page is a separate visitor. */
export interface TestBrowser {
  /** Opens a page in its own context, without cookies and storage of others. */
  open(options?: BrowserContextOptions): Promise<OpenedPage>;
  /** False after a crash or close. */
  isOpen(): boolean;
  /** Closes all pages too. */
  close(): Promise<void>;
}

export interface OpenedPage {
  page: Page;
  /** Further pages of it are tabs of the same visitor. */
  context: BrowserContext;
  /** Uncaught exceptions and console errors of all tabs, oldest first. */
  errors: string[];
}

/** A phone: narrow, touch, high density. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const satisfies BrowserContextOptions;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  // Test pages live for seconds: optimizing their JavaScript costs more CPU than it saves.
  '--js-flags=--no-opt --no-maglev --no-sparkplug',
  // Without this, Debian's default flags ask a keyring for a password.
  '--password-store=basic',
];

/** Shorter than the test's timeout, so that a failure names the missing element. */
const WAIT_MS = 90_000;

export async function startBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  try {
    requirePackages('chromium-headless-shell');
  } catch (error) {
    // Test files close their browser even if it failed to start, so that this error stays the only one.
    return { open: () => Promise.reject(error), isOpen: () => false, close: async () => undefined };
  }
  const browser = await chromium.launch({
    executablePath: HEADLESS_SHELL,
    headless: true,
    args: [...FLAGS, ...flags],
    // Signals are handled by the test runner.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return asTestBrowser(browser, reusingContexts(browser));
}

/** The test interface of a browser of any engine. */
export function asTestBrowser(browser: Browser, contexts = newContexts(browser)): TestBrowser {
  return {
    open: async (options = {}) => {
      // Animations cause many repaints, for which tests would wait.
      const { context, page, end } = await contexts({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(WAIT_MS);
      // An open page receives all later changes and keeps its call, so it is closed with its test.
      endsWithTestOrFile(end);
      const errors: string[] = [];
      context.on('weberror', (error) => void errors.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      return { page, context, errors };
    },
    isOpen: () => browser.isConnected(),
    close: () => browser.close(),
  };
}

const ALL = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLORS = ['color-contrast', 'link-in-text-block'];

/** axe options by what may differ from an earlier check of the page. */
const QUESTIONS = {
  everything: { runOnly: ALL },
  /** The theme changed, so only colors are checked. */
  colors: { runOnly: { type: 'rule', values: COLORS } },
  /** The width changed, so everything but colors is checked. */
  layout: { runOnly: ALL, rules: Object.fromEntries(COLORS.map((rule) => [rule, { enabled: false }])) },
};

/** axe reports a scroller whose content gets focus by script only as incomplete; the keyboard cannot reach it. */
const UNREACHED_SCROLLER = 'scrollable-region-focusable';

interface AxeFinding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Violations of WCAG 2.2 A and AA and of best practices found by axe, one line per element; empty if there are none.
 * Works under any content security policy.
 * @param within a CSS selector of the page, including shadow trees below
 * @param regarding limits a repeated check of a page to what another theme (`colors`) or width (`layout`) can change
 */
export async function accessibilityViolations(
  page: Page,
  within = 'html',
  regarding: keyof typeof QUESTIONS = 'everything',
): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  await untilAtRest(page);
  // To read the style sheets of shadow trees, axe creates its own, which a policy forbids.
  const options = { ...QUESTIONS[regarding], resultTypes: ['violations', 'incomplete'], preload: false };
  const { violations, incomplete } = await page.evaluate<Record<'violations' | 'incomplete', AxeFinding[]>>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  const found = [...violations, ...incomplete.filter(({ id }) => id === UNREACHED_SCROLLER)];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}: ${node.failureSummary.replaceAll(/\s+/g, ' ')}`),
  );
}

/** Waits until nothing moves in the page or in widgets on it. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(AT_REST);
}

/**
 * A theme change reaches an element after its ancestors, each with its own transition: two frames after the last one
 * all colors are final. Documents do not list animations in shadow trees.
 */
const AT_REST = `(async () => {
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const ends = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await frame();
    const moving = [document, ...shadows].flatMap((tree) => tree.getAnimations()).filter(ends);
    if (moving.length > 0) quiet = -1;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
})()`;

/** Saves a screenshot for manual review if `PARLEY_SCREENSHOTS` names a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['PARLEY_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}
