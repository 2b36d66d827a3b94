import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ParleyClient, registerAtParley } from '../http/parley-client.ts';
import { seedAssistants } from '../http/seed.ts';
import { type BenchDatabase, openBenchDatabase } from '../kit/bench-database.ts';
import type { LoadJob } from '../kit/load/job.ts';
import { measure, type Sample } from '../kit/measure.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
import { pairedRatios, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { pressureDocuments } from './documents.ts';
import { stateOf, uploadAll } from './uploads.ts';

// Latency of a list request while another account's documents are read and embedded in the same process.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Node flags for the server process, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
const ratePerSecond = 100;
const settleMs = 3_000;

await using stack = new AsyncDisposableStack();
const database = stack.use(await openBenchDatabase());
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-pressure-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const server = stack.use(await startParley(database, folder));
const address = `http://127.0.0.1:${server.port}`;
const reader = await registerAtParley(address, { name: 'Reader', email: 'reader@example.com' });
const uploader = await registerAtParley(address, { name: 'Uploader', email: 'uploader@example.com' });
await seedAssistants(reader, 100);
const documents = pressureDocuments();

await readLists(reader, 3);
const samples: Record<'idle' | 'idle again' | 'busy', Sample[]> = { idle: [], 'idle again': [], busy: [] };
for (let round = 0; round < rounds; round += 1) {
  samples.idle.push(await readLists(reader, seconds));
  samples.busy.push(await whileIngesting(seconds));
  await wait(settleMs);
  samples['idle again'].push(await readLists(reader, seconds));
}
report();

function startParley({ url }: BenchDatabase, dataFolder: string): Promise<ServerProcess> {
  return startServer(
    parleyCommand({
      nodeFlags,
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: url,
        PARLEY_HOST: '127.0.0.1',
        PARLEY_DATA: dataFolder,
        PARLEY_REGISTRATION: 'on',
        PARLEY_RATE_LIMIT: '10000000',
      },
    }),
  );
}

/** Open loop at fixed times, over 32 independent connections. */
async function readLists(parley: ParleyClient, forSeconds: number): Promise<Sample> {
  const job: LoadJob = {
    port: server.port,
    connections: 32,
    seconds: forSeconds,
    ratePerSecond,
    request: {
      method: 'GET',
      path: '/api/user/assistants/get',
      headers: { authorization: `Bearer ${parley.token}`, accept: 'application/json' },
      body: '',
    },
  };
  const sample = await measure(job, { serverPid: server.pid, databasePid: database.pid, generatorCore: 1 });
  const good = sample.load.statuses['200'] ?? 0;
  if (good !== sample.load.answers)
    throw new Error(`The list answered ${JSON.stringify(sample.load.statuses)}.`);
  return sample;
}

/** Stops the background work afterwards by deleting its documents. */
async function whileIngesting(forSeconds: number): Promise<Sample> {
  const id = await uploadAll(address, uploader, documents);
  const before = await stateOf(uploader, id);
  const sample = await readLists(reader, forSeconds);
  console.log(`Documents: ${before} before, ${await stateOf(uploader, id)} after`);
  await uploader.delete(`/user/knowledgebases/${id}`);
  return sample;
}

function report(): void {
  const shown = (values: readonly number[]) => {
    const { median, min, max } = spread(values);
    return `${figure(median)} (${figure(min)}–${figure(max)})`;
  };
  const rows = (['idle', 'idle again', 'busy'] as const).map((name) => {
    const of = (read: (sample: Sample) => number) => shown(samples[name].map(read));
    return [
      name,
      of(({ load }) => load.p50Ms),
      of(({ load }) => load.p99Ms),
      of(({ load }) => load.maxMs),
      of(({ load }) => load.lateStarts),
      of((sample) => sample.otherLoadShare * 100),
    ];
  });
  const head = ['server', 'p50 ms', 'p99 ms', 'longest ms', 'late starts', 'other %'];
  console.log(`\nGET /user/assistants/get, ${ratePerSecond} a second, ${rounds} rounds of ${seconds} s\n`);
  console.log(markdownTable([head, ...rows]));
  const p99 = (name: keyof typeof samples) => samples[name].map(({ load }) => load.p99Ms);
  const ratio = pairedRatios(p99('busy'), p99('idle'));
  const twins = pairedRatios(p99('idle again'), p99('idle'));
  console.log(
    `\np99 busy / idle, paired: ${figure(ratio.median)} (${figure(ratio.min)}–${figure(ratio.max)})`,
  );
  console.log(`A/A, idle again / idle: ${figure(twins.median)} (${figure(twins.min)}–${figure(twins.max)})`);
}
