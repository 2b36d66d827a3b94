import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/src/db/client.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { interleave } from '../kit/rounds.ts';
import { startServer } from '../kit/server-process.ts';
import { pairedRatios, quantile, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { seedAccounts } from './accounts.ts';
import { inTurns, type TurnsResult } from './in-turns.ts';
import { startReplies } from './replies.ts';
import { bareSender, parleySender } from './senders.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
/** Node flags for the server process, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
const atOnce = 10;
const accountCount = 2000;
const replyCount = 200;

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-messaging-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
for (const role of ['api', 'all'] as const) await measureSends(role);
await measureReplies();

/**
 * Alternates between accounts, so that none exceeds five messages per second.
 * @param role `all`: the same process also reports delivery states; `api`: no process does
 */
async function measureSends(role: 'api' | 'all'): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const database = parts.use(await openBenchDatabase());
  const server = parts.use(
    await startServer(
      parleyCommand({
        nodeFlags,
        env: {
          NODE_ENV: 'production',
          DATABASE_URL: database.url,
          PARLEY_HOST: '127.0.0.1',
          PARLEY_DATA: folder,
          PARLEY_ROLE: role,
          PARLEY_SECRET_KEY: 'a key that only this benchmark has',
          PARLEY_RATE_LIMIT: '10000000',
        },
      }),
    ),
  );
  const accounts = await seedAccounts(database.client, accountCount);
  const pool = openDatabase({ connectionString: database.url }, console.warn);
  parts.defer(() => pool.close());
  const parley = parts.use(parleySender(server.port, atOnce));
  const senders = { bare: bareSender(pool), 'bare again': bareSender(pool), parley: parley.send };
  const names = ['bare', 'bare again', 'parley'] as const;
  for (const name of names) await inTurns(accounts, { atOnce, seconds: 1 }, senders[name]);
  const samples = await interleave(names, rounds, (name) =>
    inTurns(accounts, { atOnce, seconds }, senders[name]),
  );
  reportSends(role, samples);
}

function reportSends(
  role: 'api' | 'all',
  samples: Record<'bare' | 'bare again' | 'parley', TurnsResult[]>,
): void {
  const p99 = ({ elapsedMs }: TurnsResult): number => quantile(elapsedMs, 0.99);
  const rows = Object.entries(samples).map(([name, results]) => [
    name,
    shown(results.map(({ perSecond }) => perSecond)),
    shown(results.map(({ elapsedMs }) => quantile(elapsedMs, 0.5))),
    shown(results.map(p99)),
  ]);
  console.log(
    `\nsend-freeform on the sandbox, role ${role}, ${atOnce} at a time, ${rounds} rounds of ${seconds} s\n`,
  );
  console.log(markdownTable([['sender', 'messages/s', 'p50 ms', 'p99 ms'], ...rows]));
  const rate = (name: keyof typeof samples) => samples[name].map(({ perSecond }) => perSecond);
  const late = (name: keyof typeof samples) => samples[name].map(p99);
  console.log(`\nparley / bare, paired: messages/s ${ratio(rate('parley'), rate('bare'))}`);
  console.log(`parley / bare, paired: p99 ${ratio(late('parley'), late('bare'))}`);
  console.log(`A/A, bare again / bare: messages/s ${ratio(rate('bare again'), rate('bare'))}`);
}

/** One customer at a time: measures latency, not throughput. */
async function measureReplies(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const database = parts.use(await openBenchDatabase());
  const replies = parts.use(await startReplies({ databaseUrl: database.url, folder: `${folder}/replies` }));
  const elapsedMs: number[] = [];
  for (let count = 0; count < replyCount + 20; count += 1) {
    // A customer who repeats a text four times would not be answered.
    const elapsed = await replies.ask(`+4072${String(1_000_000 + Math.floor(count / 3))}`);
    if (count >= 20) elapsedMs.push(elapsed);
  }
  console.log(`\ninbound → reply handed to the carrier, one at a time, ${replyCount} messages:`);
  console.log(`p50 ${figure(quantile(elapsedMs, 0.5))} ms, p99 ${figure(quantile(elapsedMs, 0.99))} ms`);
}

function shown(values: readonly number[]): string {
  const { median, min, max } = spread(values);
  return `${figure(median)} (${figure(min)}–${figure(max)})`;
}

function ratio(numerators: readonly number[], denominators: readonly number[]): string {
  const { median, min, max } = pairedRatios(numerators, denominators);
  return `${figure(median)} (${figure(min)}–${figure(max)})`;
}
