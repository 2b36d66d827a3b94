import { availableParallelism } from 'node:os';
import { busyCpuSeconds } from '../../scripts/testing/processes.ts';
import { quantile } from '../kit/statistics.ts';
import { markdownTable } from '../kit/table.ts';
import { startAgent } from './agent.ts';
import { type Calls, dialMany } from './dial-many.ts';
import { startSipp } from './sipp.ts';

const count = Number(process.env['BENCH_CALLS'] ?? 10_000);
const parallel = 20;

const rows = [await outgoing(), await outgoing(), await incoming(), await incoming()];
console.log(
  `\n${count} calls, answered and hung up immediately, each with its own RTP ports, against sipp in a separate process;` +
    ` outgoing ${parallel} at a time\n`,
);
const head = [
  '',
  'calls/s',
  'failed',
  'answer p50 ms',
  'p95',
  'p99',
  'our CPU µs a call',
  'others',
  'memory',
];
console.log(markdownTable([head, ...rows]));

interface Clocks {
  seconds: number;
  own: number;
  busy: number;
}

function readClocks(): Clocks {
  const { user, system } = process.cpuUsage();
  return { seconds: performance.now() / 1000, own: (user + system) / 1e6, busy: busyCpuSeconds() };
}

function row(name: string, { answered, failed, answerMs }: Calls, before: Clocks): string[] {
  const after = readClocks();
  const seconds = after.seconds - before.seconds;
  const own = after.own - before.own;
  const others = (after.busy - before.busy - own) / (seconds * availableParallelism());
  const percentiles = [0.5, 0.95, 0.99].map((share) =>
    answerMs.length === 0 ? '–' : quantile(answerMs, share).toFixed(1),
  );
  return [
    name,
    (answered / seconds).toFixed(0),
    String(failed),
    ...percentiles,
    ((own / answered) * 1e6).toFixed(0),
    `${(others * 100).toFixed(0)} %`,
    `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  ];
}

async function outgoing(): Promise<string[]> {
  await using sipp = await startSipp(['-sn', 'uas', '-m', String(count)]);
  await using agent = await startAgent();
  const before = readClocks();
  const calls = await dialMany(agent, { port: sipp.port, count, parallel });
  return row('outgoing', calls, before);
}

async function incoming(): Promise<string[]> {
  await using agent = await startAgent();
  const before = readClocks();
  const rate = ['-r', '5000', '-l', '40', '-d', '0', '-m', String(count), '-s', '+40721000000'];
  await using sipp = await startSipp(['-sn', 'uac', `127.0.0.1:${agent.port}`, ...rate]);
  await sipp.ended;
  const answered = agent.answered();
  return row('incoming', { answered, failed: count - answered, answerMs: [] }, before);
}
