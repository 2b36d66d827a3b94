import { median, quantile, type Spread, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { type ContenderName, contenderNames, type Sample } from './chat-bench.ts';

export type Samples = Record<ContenderName, Sample[]>;

/** Each contender with its baseline. */
const shares: readonly [ContenderName, ContenderName | null][] = [
  ['whole', 'model'],
  ['streamed', 'model'],
  ['whole, with a search', 'model, two requests'],
  ['whole, offline model', null],
];

/** Medians of the rounds as Markdown: as measured, then minus the baseline of the same round. */
export function printReport(samples: Samples): void {
  const rows = contenderNames.map((name) => {
    const of = (read: (sample: Sample) => number) => shown(spread(samples[name].map(read)));
    return [
      name,
      of((sample) => median(sample.firstWordMs)),
      of((sample) => quantile(sample.firstWordMs, 0.99)),
      of((sample) => median(sample.wholeMs)),
      of((sample) => quantile(sample.wholeMs, 0.99)),
      of((sample) => sample.serverCpuMs),
      of((sample) => sample.databaseCpuMs),
      of((sample) => sample.wholeMs.length / sample.seconds),
    ];
  });
  const head = [
    'contender',
    'first word p50 ms',
    'p99',
    'whole p50 ms',
    'p99',
    'server CPU ms',
    'database',
    'turns/s',
  ];
  console.log(markdownTable([head, ...rows]));
  const ownRows = shares.map(([name, hop]) => {
    const added = (read: (sample: Sample) => number) => {
      const own = samples[name].map((sample, round) => {
        const bare = hop === null ? undefined : samples[hop][round];
        return read(sample) - (bare === undefined ? 0 : read(bare));
      });
      return shown(spread(own));
    };
    return [
      name,
      added((sample) => median(sample.firstWordMs)),
      added((sample) => quantile(sample.firstWordMs, 0.99)),
      added((sample) => median(sample.wholeMs)),
      added((sample) => quantile(sample.wholeMs, 0.99)),
    ];
  });
  console.log('\nOur own share: minus the baseline of the same round\n');
  console.log(markdownTable([['turn', 'first word p50 ms', 'p99', 'whole p50 ms', 'p99'], ...ownRows]));
  printNoise(samples);
}

function printNoise(samples: Samples): void {
  const middle = (name: ContenderName) => median(samples[name].map((sample) => median(sample.wholeMs)));
  const otherLoad = contenderNames.flatMap((name) => samples[name].map((sample) => sample.otherLoadShare));
  const turns = contenderNames.map((name) => {
    const count = samples[name].reduce((sum, sample) => sum + sample.wholeMs.length, 0);
    return `${name} ${count}`;
  });
  const share = spread(otherLoad);
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  console.log(`\nA/A pair: ${figure(middle('model') / middle('model again'))}. Turns: ${turns.join(', ')}.`);
  console.log(
    `Other load, of the machine: ${percent(share.median)} (${percent(share.min)}–${percent(share.max)})`,
  );
}

function shown({ median: middle, min, max }: Spread): string {
  return `${figure(middle)} (${figure(min)}–${figure(max)})`;
}
