import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../server/test/kit/browser.ts';
import type { ConsoleServer } from './console-server.ts';

export interface Visit {
  path: string;
  /** JavaScript expression in the page: true once the content is visible and usable. */
  isReady: string;
  isVisitor?: boolean;
}

export interface VisitTimes {
  /** From the start of the navigation. */
  firstPaintMs: number;
  readyMs: number;
  /** Ready, and no later task longer than 50 ms. */
  interactiveMs: number;
  /** Total blocking time: the part of each task beyond 50 ms, until interactive. */
  blockingMs: number;
  /** Transferred bytes, including headers. */
  bytes: number;
}

/** Time after the page is ready in which long tasks still count. */
const QUIET_MS = 1500;

const WATCH_TASKS = `window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ startTime, duration }) =>
  ({ startTime, duration })))).observe({ type: 'longtask', buffered: true });`;

/** Evaluates an expression in every frame until it is true; returns the page's time. */
const until = (expression: string): string =>
  `new Promise((resolve) => { const look = () => (${expression}) ? resolve(performance.now()) : requestAnimationFrame(look); look(); })`;

/** Slows down a page's CPU by a factor. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** Opens a page with an empty cache. */
export async function visit(
  browser: TestBrowser,
  server: ConsoleServer,
  { path, isReady, isVisitor = false, slowdown }: Visit & { slowdown: number },
): Promise<VisitTimes> {
  const { page, context } = await server.open(browser, { isVisitor });
  await page.addInitScript(WATCH_TASKS);
  await slowDown(page, slowdown);
  await page.goto(`${server.address}${path}`, { waitUntil: 'commit' });
  const readyMs = await page.evaluate<number>(until(isReady));
  await page.waitForTimeout(QUIET_MS);
  const tasks = await page.evaluate<{ startTime: number; duration: number }[]>('window.longTasks');
  const firstPaintMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
  );
  const bytes = await page.evaluate<number>(
    `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)`,
  );
  await context.close();
  return {
    firstPaintMs,
    readyMs,
    bytes,
    interactiveMs: Math.max(readyMs, ...tasks.map(({ startTime, duration }) => startTime + duration)),
    blockingMs: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
  };
}
