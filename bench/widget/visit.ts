import type { TestBrowser } from '../../server/test/kit/browser.ts';

export interface VisitTimes {
  /** Main thread time: total, and scripts only. */
  taskMs: number;
  scriptMs: number;
  /** From navigation start until the button can be pressed; null for a page without the widget. */
  readyMs: number | null;
  /** From the press until the greeting is visible. */
  openMs: number | null;
}

const BUTTON = `document.querySelector('parley-chat')?.shadowRoot.querySelector('.launcher')`;
const MESSAGE = `document.querySelector('parley-chat').shadowRoot.querySelector('.message.assistant .text')?.textContent`;

/** Evaluates an expression in every frame until it is true; returns the page's time. */
const until = (expression: string): string =>
  `new Promise((resolve) => { const look = () => (${expression}) ? resolve(performance.now()) : requestAnimationFrame(look); look(); })`;

/** Opens a page with an empty cache, on a CPU slowed down by a factor. */
export async function visit(browser: TestBrowser, url: string, slowdown: number): Promise<VisitTimes> {
  const { page, context } = await browser.open();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const hasWidget = url.endsWith('/widget');
  const readyMs = hasWidget ? await page.evaluate<number>(until(BUTTON)) : null;
  const { metrics } = await devtools.send('Performance.getMetrics');
  const milliseconds = (name: string): number =>
    1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  const taskMs = milliseconds('TaskDuration');
  const scriptMs = milliseconds('ScriptDuration');
  let openMs: number | null = null;
  if (hasWidget) {
    const pressedMs = await page.evaluate<number>(`(${BUTTON}.click(), performance.now())`);
    openMs = (await page.evaluate<number>(until(MESSAGE))) - pressedMs;
  }
  await context.close();
  return { taskMs, scriptMs, readyMs, openMs };
}
