import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startBrowser } from '../../server/test/kit/browser.ts';
import { interleave } from '../kit/rounds.ts';
import { spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { startScriptSite } from './script-site.ts';
import { type VisitTimes, visit } from './visit.ts';

const ROUNDS = 15;
/** A mid-range phone is about four times slower than a desktop. */
const SLOWDOWNS = [1, 4];

const site = await startScriptSite();
const browser = await startBrowser();
try {
  const { script } = site;
  const sizes = [script.length, gzipSync(script, { level: 9 }).length, brotliCompressSync(script).length];
  console.log(
    `Script: ${sizes.map((bytes) => `${figure(bytes / 1000)} kB`).join(', ')} (plain, gzip, brotli)\n`,
  );
  const rows = [
    ['processor', 'page', 'button ready, ms', 'open to greeting, ms', 'main thread, ms', 'scripts, ms'],
  ];
  for (const slowdown of SLOWDOWNS) {
    const times = await interleave(['bare', 'widget'], ROUNDS, (name) =>
      visit(browser, `${site.origin}/${name}`, slowdown),
    );
    for (const name of ['bare', 'widget'] as const) {
      const { readyMs, openMs, taskMs, scriptMs } = columns(times[name]);
      rows.push([
        slowdown === 1 ? 'this one' : `${slowdown} × slower`,
        name,
        readyMs,
        openMs,
        taskMs,
        scriptMs,
      ]);
    }
  }
  console.log(markdownTable(rows));
} finally {
  await browser.close();
  await site.close();
}

function columns(samples: readonly VisitTimes[]): Record<keyof VisitTimes, string> {
  const shown = (name: keyof VisitTimes): string => {
    const values = samples.flatMap((sample) => sample[name] ?? []);
    if (values.length === 0) return '–';
    const { median, min, max } = spread(values);
    return `${figure(median)} (${figure(min)}–${figure(max)})`;
  };
  return {
    taskMs: shown('taskMs'),
    scriptMs: shown('scriptMs'),
    readyMs: shown('readyMs'),
    openMs: shown('openMs'),
  };
}
