import { setTimeout } from 'node:timers/promises';
import { busyCpuSeconds } from '../../scripts/testing/processes.ts';
import { interleave } from '../kit/rounds.ts';
import { median, quantile, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { type Contender, contenderNames, openContenders } from './contenders.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);

interface Sample {
  /** Milliseconds, one value per turn. */
  firstText: number[];
  total: number[];
  cpuMicros: number;
  otherLoadShare: number;
}

/** Mean pause between turns; a single conversation asks again immediately. */
const pauseMs = 400;

/** Holds this many concurrent conversations. Each asks again after a pause. */
async function measure(contender: Contender, conversations: number, durationMs: number): Promise<Sample> {
  const sample: Sample = { firstText: [], total: [], cpuMicros: 0, otherLoadShare: 0 };
  const cpuBefore = process.cpuUsage();
  const busyBefore = busyCpuSeconds();
  const start = performance.now();
  const converse = async () => {
    while (performance.now() - start < durationMs) {
      if (conversations > 1) await setTimeout(Math.random() * 2 * pauseMs);
      const asked = performance.now();
      let first: number | null = null;
      await contender(() => {
        first ??= performance.now() - asked;
      });
      sample.firstText.push(first ?? Number.NaN);
      sample.total.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: conversations }, converse));
  const { user, system } = process.cpuUsage(cpuBefore);
  const wallSeconds = (performance.now() - start) / 1000;
  sample.cpuMicros = (user + system) / sample.total.length;
  sample.otherLoadShare = Math.max(0, busyCpuSeconds() - busyBefore - (user + system) / 1e6) / wallSeconds;
  return sample;
}

function row(name: string, samples: readonly Sample[]): string[] {
  const of = (read: (sample: Sample) => number) => {
    const { median: middle, min, max } = spread(samples.map(read));
    return `${figure(middle)} (${figure(min)}–${figure(max)})`;
  };
  return [
    name,
    of((sample) => median(sample.firstText)),
    of((sample) => quantile(sample.firstText, 0.99)),
    of((sample) => median(sample.total)),
    of((sample) => quantile(sample.total, 0.99)),
    of((sample) => sample.cpuMicros),
  ];
}

await using opened = await openContenders();
const { contenders } = opened;
for (const name of contenderNames) await measure(contenders[name], 1, 1000);

for (const conversations of [1, 50]) {
  const samples = await interleave(contenderNames, rounds, (name) =>
    measure(contenders[name], conversations, seconds * 1000),
  );
  const pace =
    conversations === 1 ? 'one after the other' : `each asking again after ${pauseMs} ms on average`;
  console.log(`\n### ${conversations} at a time, ${pace}: median (least–most) of ${rounds} rounds\n`);
  const head = ['contender', 'first text p50 ms', 'p99 ms', 'whole p50 ms', 'p99 ms', 'CPU µs/turn'];
  console.log(markdownTable([head, ...contenderNames.map((name) => row(name, samples[name]))]));
  const middle = (name: (typeof contenderNames)[number], read: (sample: Sample) => number[]) =>
    median(samples[name].map((sample) => median(read(sample))));
  const added = (name: 'turn' | 'turn over endpoint', bare: 'bare model' | 'bare endpoint') => {
    const first = middle(name, (sample) => sample.firstText) - middle(bare, (sample) => sample.firstText);
    const total = middle(name, (sample) => sample.total) - middle(bare, (sample) => sample.total);
    return `${name}: + ${figure(first)} ms to the first text, + ${figure(total)} ms in all`;
  };
  console.log(`\n${added('turn', 'bare model')}; ${added('turn over endpoint', 'bare endpoint')}`);
  const twins =
    middle('bare model', (sample) => sample.total) / middle('bare model again', (sample) => sample.total);
  const otherLoad = contenderNames.map(
    (name) => `${Math.round(100 * median(samples[name].map((s) => s.otherLoadShare)))}%`,
  );
  console.log(`A/A pair: ${figure(twins)}. Other load, of one core: ${otherLoad.join(' ')}`);
}
