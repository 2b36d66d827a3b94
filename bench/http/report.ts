import type { Sample } from '../kit/measure.ts';
import { pairedRatios, type Spread, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { contenderNames } from './contenders.ts';
import { type Operation, ratePerSecond, type Samples } from './http-bench.ts';

const voidShare = 0.05;

/** Results of one operation as Markdown: absolute medians, then ratios within each round. */
export function printReport(operation: Operation, samples: Samples): void {
  const rate = (sample: Sample) => sample.requestsPerSecond;
  const cpu = (sample: Sample) => sample.serverCpuMicros + sample.databaseCpuMicros;
  const rows = contenderNames.map((name) => [
    name,
    shown(spread(samples[name].map(rate))),
    shown(spread(samples[name].map((sample) => sample.serverCpuMicros))),
    shown(spread(samples[name].map((sample) => sample.databaseCpuMicros))),
    shown(spread(samples[name].map((sample) => sample.generatorShare))),
  ]);
  const head = ['contender', 'requests/s', 'server µs/request', 'database µs/request', 'generator core'];
  console.log(`\n### ${operation}: median (least–most of the rounds)\n`);
  console.log(markdownTable([head, ...rows]));
  const ratio = (name: keyof Samples, value: (sample: Sample) => number) =>
    shown(pairedRatios(samples.parley.map(value), samples[name].map(value)));
  const ratios = contenderNames
    .filter((name) => name !== 'parley')
    .map((name) => [name, ratio(name, rate), ratio(name, (s) => s.serverCpuMicros), ratio(name, cpu)]);
  console.log(`\n### ${operation}: Parley / contender, paired by round\n`);
  console.log(
    markdownTable([['contender', 'throughput', 'server CPU', 'server and database CPU'], ...ratios]),
  );
  printOtherLoad(samples);
}

/** Latencies at the fixed rate, measured from the scheduled time of each request. */
export function printLatencies(operation: Operation, samples: Samples): void {
  const rows = contenderNames.map((name) => [
    name,
    shown(spread(samples[name].map((sample) => sample.load.p50Ms))),
    shown(spread(samples[name].map((sample) => sample.load.p99Ms))),
    String(samples[name].reduce((sum, sample) => sum + sample.load.lateStarts, 0)),
  ]);
  console.log(`\n### ${operation} at ${ratePerSecond} requests/s\n`);
  console.log(markdownTable([['contender', 'p50 ms', 'p99 ms', 'late starts'], ...rows]));
}

function printOtherLoad(samples: Samples): void {
  const rounds = samples.parley.map((_, round) =>
    contenderNames.map((name) => percent(samples[name][round]?.otherLoadShare ?? 0)).join(' '),
  );
  console.log(`\nOther load by round (${contenderNames.join(', ')}): ${rounds.join(' | ')}`);
  const twins = pairedRatios(
    samples.parley.map((sample) => sample.serverCpuMicros),
    samples['parley-again'].map((sample) => sample.serverCpuMicros),
  );
  const isVoid = Math.abs(twins.median - 1) > voidShare;
  console.log(`A/A pair: CPU ratio ${figure(twins.median)}${isVoid ? ': this run is VOID' : ''}`);
}

function shown({ median, min, max }: Spread): string {
  return `${figure(median)} (${figure(min)}–${figure(max)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
