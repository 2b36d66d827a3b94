import { interleave } from '../kit/rounds.ts';
import { median, pairedRatios, quantile, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { type Cost, WebhookBench } from './webhook-bench.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const events = Number(process.env['BENCH_EVENTS'] ?? 5000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 12);
/** Node flags for the server process, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
const parts = (process.env['BENCH_PARTS'] ?? 'throughput,latency,isolation').split(',');

await using bench = await WebhookBench.open(nodeFlags);
if (parts.includes('throughput')) await throughput();
if (parts.includes('latency')) await latency();
if (parts.includes('isolation')) await isolation();

async function throughput(): Promise<void> {
  const contenders = {
    // Four times as many, to take as long as the others, so that disturbances affect all of them alike.
    bare: () => bench.bare(events * 4),
    'bare again': () => bench.bare(events * 4),
    'held, 1 target': () => bench.drain(events, 1),
    'held, 100 targets': () => bench.drain(events, 100),
    'event by event, 1 target': () => bench.flow(events, 1),
    'event by event, 100 targets': () => bench.flow(events, 100),
  };
  const names = asNames(Object.keys(contenders), contenders);
  for (const name of names) await contenders[name]();
  const samples = await interleave(names, rounds, (name) => contenders[name]());
  const rate = (name: (typeof names)[number]) => samples[name].map((cost) => cost.count / cost.seconds);
  const rows = names.map((name) => {
    const micros = (read: (cost: Cost) => number) =>
      figure(median(samples[name].map((cost) => (read(cost) / cost.count) * 1e6)));
    return [
      name,
      shown(spread(rate(name))),
      shown(pairedRatios(rate(name), rate('bare'))),
      micros((cost) => cost.cpuSeconds),
      micros((cost) => cost.databaseCpuSeconds),
      `${figure(median(samples[name].map((cost) => cost.otherLoadShare)) * 100)} %`,
    ];
  });
  const head = ['', 'deliveries/s', 'of bare, paired', 'CPU µs each', 'database', 'other load'];
  console.log(`${events} deliveries a round, ${rounds} rounds\n`);
  console.log(markdownTable([head, ...rows]));
}

async function latency(): Promise<void> {
  const kinds = ['steady', 'steady bare'] as const;
  const measure = async (kind: (typeof kinds)[number], forSeconds = seconds) => {
    const order = { kind, urls: [`${bench.origin}/timed`], perSecond: 50, seconds: forSeconds };
    const { otherLoadShare } = await bench.order(order);
    await settle();
    return { latencies: await bench.latenciesMs(), otherLoadShare };
  };
  for (const kind of kinds) await measure(kind, 2);
  const samples = await interleave(kinds, rounds, (kind) => measure(kind));
  const rows = [0.5, 0.99].map((share) => {
    const of = (kind: (typeof kinds)[number]) =>
      samples[kind].map(({ latencies }) => quantile(latencies, share));
    const ratio = pairedRatios(of('steady'), of('steady bare'));
    return [`p${share * 100}`, shown(spread(of('steady'))), shown(spread(of('steady bare'))), shown(ratio)];
  });
  console.log('\nEvent to arrival at 50/s, from before its transaction\n');
  console.log(markdownTable([['', 'Parley, ms', 'bare, ms', 'paired ratio'], ...rows]));
  const otherLoad = kinds.flatMap((kind) => samples[kind].map(({ otherLoadShare }) => otherLoadShare * 100));
  console.log(`\nOther load ${shown(spread(otherLoad))} % of the machine.`);
}

/** Milliseconds, one value per round. */
interface Pair {
  calm: number[];
  half: number[];
}

/** Each round uses new endpoints, because an endpoint that hung is throttled afterwards. */
async function isolation(): Promise<void> {
  const p50: Pair = { calm: [], half: [] };
  const p99: Pair = { calm: [], half: [] };
  const otherLoad: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const timed = (phase: string, index: number) => `${bench.origin}/timed/${round}/${phase}/${index}`;
    const all = Array.from({ length: 100 }, (_, index) => index);
    const calm = all.map((index) => timed('calm', index));
    const half = all.map((index) =>
      index % 2 === 0 ? timed('half', index) : `${bench.origin}/hang/${round}/${index}`,
    );
    for (const [side, urls] of [['calm', calm] as const, ['half', half] as const]) {
      const cost = await bench.order({ kind: 'steady', urls, perSecond: 200, seconds });
      await settle();
      const latencies = await bench.latenciesMs();
      p50[side].push(quantile(latencies, 0.5));
      p99[side].push(quantile(latencies, 0.99));
      otherLoad.push(cost.otherLoadShare * 100);
    }
    await bench.order({ kind: 'clear' });
  }
  console.log('\n100 targets, 200 events/s in turn; then the same with half of the targets hanging\n');
  const row = (name: string, { calm, half }: Pair) => [
    name,
    shown(spread(calm)),
    shown(spread(half)),
    shown(pairedRatios(half, calm)),
  ];
  const head = ['event to arrival', 'all healthy, ms', 'healthy with 50 hanging, ms', 'paired ratio'];
  console.log(markdownTable([head, row('p50', p50), row('p99', p99)]));
  console.log(`\nOther load ${shown(spread(otherLoad))} % of the machine.`);
}

/** Waits for the last events to arrive. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1500));
}

function shown({ median: middle, min, max }: { median: number; min: number; max: number }): string {
  return `${figure(middle)} (${figure(min)}–${figure(max)})`;
}

function asNames<Name extends string>(keys: string[], contenders: Record<Name, unknown>): Name[] {
  if (!keys.every((key) => key in contenders)) throw new Error('A contender has no measurement.');
  return keys as Name[];
}
