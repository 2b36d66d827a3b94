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

/** Debian's Chromium without a window; each page of it that a test opens is a visitor of its own. */
export interface TestBrowser {
  /** A page in a context of its own: no cookies and no storage of others. */
  open(options?: BrowserContextOptions): Promise<OpenedPage>;
  /** False after it crashed or was closed. */
  isOpen(): boolean;
  /** Closes every page too. */
  close(): Promise<void>;
}

export interface OpenedPage {
  page: Page;
  /** More pages of it are tabs of the same visitor. */
  context: BrowserContext;
  /** What scripts threw and what was written to the console as an error, of all tabs, oldest first. */
  errors: string[];
}

/** A telephone in the hand: narrow, touched, dense. */
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
  // Debian's own flags would ask a keyring.
  '--password-store=basic',
];

/** Waits for elements end in this time, long before the test does, so that the failure says what was waited for. */
const WAIT_MS = 90_000;

export async function startBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  try {
    requirePackages('chromium-headless-shell');
  } catch (error) {
    // Files close their browser also after a failure: so the missing package stays their only error.
    return { open: () => Promise.reject(error), isOpen: () => false, close: async () => undefined };
  }
  const browser = await chromium.launch({
    executablePath: HEADLESS_SHELL,
    headless: true,
    args: [...FLAGS, ...flags],
    // The tests' own runner ends it.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });
  return asTestBrowser(browser, reusingContexts(browser));
}

/** What tests see of a browser, whatever its engine. */
export function asTestBrowser(browser: Browser, contexts = newContexts(browser)): TestBrowser {
  return {
    open: async (options = {}) => {
      // Animations are repainted many times, and tests would wait for them.
      const { context, page, end } = await contexts({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(WAIT_MS);
      // A page that stays open follows all that later tests change, and holds its call.
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
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe is asked, by what may be different from the same page under other circumstances. */
const QUESTIONS = {
  everything: { runOnly: ALL },
  /** In another theme. */
  colours: { runOnly: { type: 'rule', values: COLOURS } },
  /** At another width. */
  layout: { runOnly: ALL, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) },
};

/** Of a scroller with nothing in it but what only scripts can give the focus, axe is not sure; the keyboard does not reach it. */
const UNREACHED_SCROLLER = 'scrollable-region-focusable';

interface AxeFinding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * What axe finds against WCAG 2.2 A and AA and good practice, one line for each element; empty: nothing.
 * Works under every content security policy.
 * @param within a CSS selector of the page; shadow trees below it belong to it
 * @param regarding what of a page that was looked at before another theme (`colours`) or width (`layout`) can change
 */
export async function accessibilityViolations(
  page: Page,
  within = 'html',
  regarding: keyof typeof QUESTIONS = 'everything',
): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  await untilAtRest(page);
  // To look into the style sheets of shadow trees axe makes some of its own, which a policy forbids.
  const options = { ...QUESTIONS[regarding], resultTypes: ['violations', 'incomplete'], preload: false };
  const { violations, incomplete } = await page.evaluate<Record<'violations' | 'incomplete', AxeFinding[]>>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  const found = [...violations, ...incomplete.filter(({ id }) => id === UNREACHED_SCROLLER)];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}: ${node.failureSummary.replaceAll(/\s+/g, ' ')}`),
  );
}

/** Nothing moves in the page, or in the trees of the widgets on it. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(AT_REST);
}

/**
 * A change of theme reaches an element after those around it, each with a transition of its own, however short: two frames after the
 * last one all have their colours. A document does not know what moves in shadow trees.
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

/** A picture for a person's eye, where `PARLEY_SCREENSHOTS` names a folder for it. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['PARLEY_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}
