import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { isTestUnderWay } from './left-running.ts';

/** Creates browser contexts; `end` gives one back. */
export type Contexts = (
  options: BrowserContextOptions,
) => Promise<{ context: BrowserContext; page: Page; end(): Promise<void> }>;

/** Creates each visitor in a new process. */
export function newContexts(browser: Browser): Contexts {
  return async (options) => {
    const context = await browser.newContext(options);
    return { context, page: await context.newPage(), end: () => context.close() };
  };
}

interface Kept {
  context: BrowserContext;
  page: Page;
  /** The context's options, except those that can be changed later. */
  options: string;
  /** True if its pages contain something that cannot be removed. */
  isSpoilt: boolean;
}

/**
 * The first visitor of a test gets the emptied page of the previous test. Its process has already parsed the scripts,
 * which is half the cost of opening a page. Further visitors of the same test are new.
 */
export function reusingContexts(browser: Browser): Contexts {
  const fresh = newContexts(browser);
  let kept: Kept | null = null;
  let isTaken = false;
  return async (asked) => {
    if (isTaken || !isTestUnderWay()) return fresh(asked);
    isTaken = true;
    const options = JSON.stringify(withoutLook(asked));
    if (kept !== null && kept.options !== options) await kept.context.close();
    const visitor: Kept =
      kept?.options === options ? kept : { ...(await fresh(asked)), options, isSpoilt: false };
    if (visitor === kept) await look(visitor.page, asked);
    else watch(visitor);
    kept = null;
    return {
      context: visitor.context,
      page: visitor.page,
      end: async () => {
        const isEmpty = !visitor.isSpoilt && (await empty(visitor).catch(() => false));
        if (isEmpty) kept = visitor;
        else await visitor.context.close();
        isTaken = false;
      },
    };
  };
}

/** Options other than those set by `look`. A phone keeps its viewport, which belongs to `isMobile` and `hasTouch`. */
function withoutLook(options: BrowserContextOptions): BrowserContextOptions {
  const {
    colorScheme: _,
    reducedMotion: _motion,
    forcedColors: _colors,
    contrast: _contrast,
    ...others
  } = options;
  if (options.isMobile === true) return others;
  const { viewport: _viewport, ...rest } = others;
  return rest;
}

async function look(page: Page, asked: BrowserContextOptions): Promise<void> {
  await page.emulateMedia({
    media: null,
    colorScheme: asked.colorScheme ?? 'light',
    reducedMotion: asked.reducedMotion ?? 'no-preference',
    forcedColors: asked.forcedColors ?? 'none',
    contrast: asked.contrast ?? 'no-preference',
  });
  await page.setViewportSize(asked.viewport ?? { width: 1280, height: 720 });
}

/** Marks a context as spoilt if the test adds scripts, functions or clocks, because these stay until it is closed. */
function watch(visitor: Kept): void {
  const { context, page } = visitor;
  const spoil = <Target extends object>(target: Target, ...names: (keyof Target)[]): void => {
    for (const name of names) {
      const method = target[name];
      if (typeof method !== 'function') throw new TypeError(`${String(name)} is not a method`);
      Object.defineProperty(target, name, {
        value: (...values: unknown[]) => {
          visitor.isSpoilt = true;
          return method.apply(target, values);
        },
      });
    }
  };
  spoil(context, 'addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'setExtraHTTPHeaders');
  spoil(page, 'addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'setExtraHTTPHeaders');
  spoil(context.clock, 'install', 'pauseAt', 'setFixedTime', 'setSystemTime');
}

const EVENTS = ['console', 'dialog', 'domcontentloaded', 'request', 'response', 'websocket'] as const;
/** Small, and served by every test site. */
export const SMALL_DOCUMENT = '/icon.svg';

/** @returns true if nothing of the test remains */
async function empty({ context, page }: Kept): Promise<boolean> {
  const [, ...others] = context.pages();
  for (const other of others) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  context.removeAllListeners('console').removeAllListeners('weberror');
  await context.setOffline(false);
  await context.unrouteAll();
  await page.unrouteAll();
  // Stays on the same origin, whose process keeps the parsed scripts. Leaving a page may write to its storage.
  const left = await page.goto(new URL(SMALL_DOCUMENT, page.url()).href);
  if (left?.status() !== 200) return false;
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  const tools = await context.newCDPSession(page);
  await tools.send('Page.resetNavigationHistory');
  await tools.detach();
  return true;
}
