import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { Pool } from 'undici';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import { parseAddressRanges } from '../../server/src/http/outbound/address-rules.ts';
import { createOutboundClient } from '../../server/src/http/outbound/outbound-client.ts';
import { crawlWebsite } from '../../server/src/modules/knowledge/crawl/crawl-website.ts';
import { htmlToMarkdown } from '../../server/src/modules/knowledge/crawl/html.ts';
import { interleave } from '../kit/rounds.ts';
import { median, pairedRatios } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { pageCount, pageHtml } from './pages.ts';

// Ours is the full pipeline without politeness delays: robots.txt, guarded client, Markdown, hashes, links. Bare is the
// minimum of any crawler: the same pages through an undici Pool, four at a time, not parsed; twice, to show the noise.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const parallel = 4;

interface Sample {
  seconds: number;
  cpuSeconds: number;
}

async function timed(work: () => Promise<void> | void): Promise<Sample> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  const used = process.cpuUsage(cpu);
  return { seconds, cpuSeconds: (used.user + used.system) / 1e6 };
}

const client = createOutboundClient({
  allowPrivate: parseAddressRanges('127.0.0.0/8').ranges,
  clock: systemClock,
});
const site = fork(path.join(import.meta.dirname, 'site.process.ts'));
const origin = `http://127.0.0.1:${await firstMessage(site)}`;
const pool = new Pool(origin, { connections: parallel });

async function crawlOurs(): Promise<void> {
  const result = await crawlWebsite({
    startUrl: `${origin}/page/0`,
    links: [],
    relativeLinksLimit: pageCount - 1,
    client,
    clock: systemClock,
    signal: new AbortController().signal,
    limits: { gapMs: 0, parallel },
  });
  if (result.kind !== 'crawled' || result.pages.length !== pageCount)
    throw new Error('Not every page was read.');
}

async function fetchBare(): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < pageCount; index = next++) {
      const answer = await pool.request({ method: 'GET', path: `/page/${index}` });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

function firstMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve));
}

const pages = Array.from({ length: pageCount }, (_, index) => pageHtml(index));
const megabytes = pages.join('').length / 1e6;

const contenders = {
  'crawl: ours': crawlOurs,
  'crawl: bare fetches': fetchBare,
  'crawl: bare fetches again': fetchBare,
  'read: ours': () => {
    for (const page of pages) htmlToMarkdown(page, origin);
  },
  'read: bare htmlparser2': () => {
    for (const page of pages) new Parser({ onopentag: () => {}, ontext: () => {} }).end(page);
  },
};
type Name = keyof typeof contenders;
const names: Name[] = [
  'crawl: ours',
  'crawl: bare fetches',
  'crawl: bare fetches again',
  'read: ours',
  'read: bare htmlparser2',
];

await interleave(names, 3, (name) => timed(contenders[name]));
const before = { wall: performance.now(), busy: busyCpuSeconds(), own: cpuSecondsOfTree(process.pid) };
const samples = await interleave(names, rounds, (name) => timed(contenders[name]));
console.log(`${pageCount} pages, ${figure(megabytes)} MB, median of ${rounds} rounds\n`);
console.log(
  markdownTable([
    ['what', 'pages/s', 'MB/s', 'CPU ms a page'],
    ...names.map((name) => {
      const wallSeconds = median(samples[name].map((sample) => sample.seconds));
      const cpuSeconds = median(samples[name].map((sample) => sample.cpuSeconds));
      return [
        name,
        figure(pageCount / wallSeconds),
        figure(megabytes / wallSeconds),
        figure((cpuSeconds / pageCount) * 1_000),
      ];
    }),
  ]),
);
const seconds = (name: Name): number[] => samples[name].map((sample) => sample.seconds);
const ratio = (name: Name, against: Name): string => {
  const { median: middle, min, max } = pairedRatios(seconds(against), seconds(name));
  return `${figure(middle)} (${figure(min)}–${figure(max)})`;
};
const otherLoad = busyCpuSeconds() - before.busy - (cpuSecondsOfTree(process.pid) - before.own);
const otherLoadShare = otherLoad / (((performance.now() - before.wall) / 1_000) * availableParallelism());
console.log(`
rate of our crawl against bare fetches: ${ratio('crawl: ours', 'crawl: bare fetches')}
bare fetches against themselves:        ${ratio('crawl: bare fetches again', 'crawl: bare fetches')}
our reading against bare htmlparser2:   ${ratio('read: ours', 'read: bare htmlparser2')}
other load: ${figure(Math.max(0, otherLoadShare) * 100)} % of the machine
peak memory of the crawling process: ${figure(process.resourceUsage().maxRSS / 1_024)} MB`);
await client.close();
await pool.close();
site.disconnect();
