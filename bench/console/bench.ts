import type { Page } from 'playwright-core';
import { startBrowser } from '../../server/test/kit/browser.ts';
import { interleave } from '../kit/rounds.ts';
import { quantile, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { startConsoleServer } from './console-server.ts';
import { BUILT, firstLoad, MOST_KB } from './first-load.ts';
import { keyMs, pressMs, scroll } from './interactions.ts';
import { slowDown, type Visit, type VisitTimes, visit } from './visit.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
/** A mid-range phone is about four times slower than a desktop. */
const SLOWDOWNS = [1, 4];
const CONVERSATIONS = 10_000;
const PROMPTS = [1_000, 98_673];
const KEYS = 30;

const VISITS: Record<'login' | 'dashboard', Visit> = {
  login: { path: '/login', isReady: `document.querySelector('input[name=email]')`, isVisitor: true },
  dashboard: {
    path: '/',
    isReady: `document.querySelector('dl dd') && document.querySelector('svg.recharts-surface')`,
  },
};

await using server = await startConsoleServer(CONVERSATIONS);
// Tests switch the compiler off; users have it.
const browser = await startBrowser(['--js-flags=']);
try {
  await measureSize();
  await measureVisits();
  await measurePresses();
  await measureKeys();
  await measureScrolling();
} finally {
  await browser.close();
}

/** Fails if the shell exceeds its size limit. */
async function measureSize(): Promise<void> {
  const { files, plainBytes, gzipBytes, brotliBytes } = await firstLoad(BUILT);
  const sizes = [plainBytes, gzipBytes, brotliBytes].map((bytes) => `${figure(bytes / 1000)} kB`);
  console.log(`First load of the shell: ${files} files, ${sizes.join(', ')} (plain, gzip, brotli)\n`);
  if (gzipBytes <= MOST_KB * 1000) return;
  console.error(`The shell has ${figure(gzipBytes / 1000)} kB after gzip, at most ${MOST_KB} kB.`);
  process.exitCode = 1;
}

async function measureVisits(): Promise<void> {
  const head = ['processor', 'page', 'first paint, ms', 'ready, ms', 'interactive, ms', 'blocked, ms', 'kB'];
  const rows: string[][] = [];
  for (const slowdown of SLOWDOWNS) {
    const times = await interleave(['login', 'dashboard'], ROUNDS, (name) =>
      visit(browser, server, { ...VISITS[name], slowdown }),
    );
    for (const name of ['login', 'dashboard'] as const) {
      const shown = (part: keyof VisitTimes): string => shownSpread(times[name].map((one) => one[part]));
      const kilobytes = figure(spread(times[name].map(({ bytes }) => bytes / 1000)).median);
      rows.push([
        processor(slowdown),
        name,
        shown('firstPaintMs'),
        shown('readyMs'),
        shown('interactiveMs'),
        shown('blockingMs'),
        kilobytes,
      ]);
    }
  }
  console.log(`${markdownTable([head, ...rows])}\n`);
}

/** The first visit loads the page's code, later ones use the cache. */
async function measurePresses(): Promise<void> {
  const rows = [['processor', 'press', 'first, ms', 'later, ms']];
  for (const slowdown of SLOWDOWNS) {
    const samples = new Map<string, number[]>();
    const { page, context } = await server.open(browser);
    await slowDown(page, slowdown);
    await page.goto(server.address);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, milliseconds] of await pressRound(page)) {
        samples.set(name, [...(samples.get(name) ?? []), milliseconds]);
      }
    }
    for (const [name, [first = Number.NaN, ...later]] of samples) {
      rows.push([processor(slowdown), name, figure(first), shownSpread(later)]);
    }
    await context.close();
  }
  console.log(`${markdownTable(rows)}\n`);
}

async function pressRound(page: Page): Promise<[string, number][]> {
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const list = await pressMs(
    page,
    link('Assistants'),
    `document.querySelector('[role=table][aria-label=Assistants] a')`,
  );
  const editor = await pressMs(
    page,
    page.getByRole('table', { name: 'Assistants' }).getByRole('link').first(),
    `document.querySelector('[role=tabpanel] textarea')`,
  );
  const tab = await pressMs(
    page,
    page.getByRole('tab', { name: 'Call rules' }),
    `document.querySelector('[role=tab][data-state=active]')?.textContent === 'Call rules' && document.querySelector('[role=tabpanel][data-state=active] input')`,
  );
  const dashboard = await pressMs(page, link('Dashboard'), `document.querySelector('svg.recharts-surface')`);
  return [
    ['list of assistants', list],
    ['editor of one', editor],
    ['another tab of it', tab],
    ['dashboard', dashboard],
  ];
}

/** Keys in the system prompt, which the page marks and checks while it is typed. */
async function measureKeys(): Promise<void> {
  const rows = [['processor', 'characters', 'key, ms']];
  for (const slowdown of SLOWDOWNS) {
    const { page, context } = await server.open(browser);
    await page.goto(`${server.address}/assistants`);
    await page.getByRole('table', { name: 'Assistants' }).getByRole('link').first().click();
    const prompt = page.getByLabel('System prompt');
    for (const characters of PROMPTS) {
      await prompt.fill(
        'Greet {{name}}, then ask what they need. '.repeat(characters / 41).slice(0, characters),
      );
      await slowDown(page, slowdown);
      const times: number[] = [];
      for (let key = 0; key < KEYS; key += 1) times.push(await keyMs(page, prompt, 'a'));
      await slowDown(page, 1);
      rows.push([processor(slowdown), String(characters), shownSpread(times)]);
    }
    await context.close();
  }
  console.log(`${markdownTable(rows)}\n`);
}

async function measureScrolling(): Promise<void> {
  const rows = [
    ['processor', 'frame p50, ms', 'p95, ms', 'p99, ms', 'longest, ms', 'rows in the page', 'empty views'],
  ];
  for (const slowdown of SLOWDOWNS) {
    const { page, context } = await server.open(browser);
    await page.goto(`${server.address}/conversations`);
    await page.getByText(`10,000 conversations`).waitFor();
    await slowDown(page, slowdown);
    const list = `document.querySelector('ul[aria-label^="Conversations,"]').parentElement`;
    const { frames, mostRows, emptyShare } = await scroll(page, list, { frames: 600, pixels: 120 });
    const frame = (share: number): string => figure(quantile(frames, share));
    const empty = `${figure(emptyShare * 100)} %`;
    rows.push([processor(slowdown), frame(0.5), frame(0.95), frame(0.99), frame(1), String(mostRows), empty]);
    await context.close();
  }
  console.log(`${CONVERSATIONS} conversations, scrolled 120 pixels a frame:\n\n${markdownTable(rows)}`);
}

function processor(slowdown: number): string {
  return slowdown === 1 ? 'this one' : `${slowdown} × slower`;
}

function shownSpread(values: readonly number[]): string {
  const { median, min, max } = spread(values);
  return `${figure(median)} (${figure(min)}–${figure(max)})`;
}
