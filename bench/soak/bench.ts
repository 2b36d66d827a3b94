import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import { encodeUlaw } from '../../server/src/core/g711.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { freeTcpPort } from '../kit/server-process.ts';
import { median, slope } from '../kit/statistics.ts';
import { pause } from '../voice/pacing.ts';
import { NUMBER } from '../voice/set-up.ts';
import { synthesize } from '../voice/speech.ts';
import { startParley } from '../voice/start-parley.ts';
import { CallRows } from './call-rows.ts';
import { type Holdings, holdingsOf } from './holdings.ts';
import { Inspector } from './inspector.ts';
import { asSoakReport, type SoakReport } from './protocol.ts';

const calls = Number(process.env['BENCH_SOAK_CALLS'] ?? 10_000);
const atOnce = Number(process.env['BENCH_SOAK_AT_ONCE'] ?? 60);
/** Folder for heap snapshots at the first mark and at the end. */
const snapshots = process.env['BENCH_SOAK_SNAPSHOTS'];
/** Calls between two marks. */
const BATCH = Math.min(500, Math.ceil(calls / 4));
/** SIP keeps the state of an ended call for 32 seconds. */
const REST_MS = 40_000;

interface Batch {
  report: SoakReport;
  /** Peak usage of the server. */
  most: Holdings;
  /** Median. */
  rssMb: number;
}

interface Mark extends Holdings {
  calls: number;
  usedMb: number;
  externalMb: number;
}

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-soak-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const database = stack.use(await openBenchDatabase());
const inspectorPort = await freeTcpPort();
const { server, sipPort } = await startParley({
  databaseUrl: database.url,
  folder,
  nodeFlags: [`--inspect=127.0.0.1:${inspectorPort}`],
});
stack.use(server);
const inspector = stack.use(await Inspector.connect(inspectorPort));
const rows = new CallRows(database.client);
const order = {
  sipPort,
  callee: NUMBER,
  caller: '+40721000055',
  unknown: '+40312999999',
  atOnce,
  speech: Buffer.from(encodeUlaw(await synthesize('Hello, is anybody there?', 'slt'))).toString('base64'),
};

/** Runs thousands of calls and tracks the server's memory. */
const batchSizes: [calls: number, rssMb: number][] = [];
const live: { calls: number; usedMb: number; externalMb: number }[] = [];
const total = { talked: 0, heard: 0, canceled: 0, tooLate: 0, refused: 0, failed: 0 };
const began = { at: performance.now(), cpu: cpuSecondsOfTree(server.pid), busy: busyCpuSeconds() };
let othersCpu = 0;
const first = await mark(0);
for (let done = 0; done < calls; ) {
  const size = Math.min(BATCH, calls - done);
  const batch = await makeCalls(size);
  const { report } = batch;
  done += size;
  for (const key of keysOf(total)) total[key] += report[key];
  othersCpu -= report.cpuSeconds;
  for (const problem of report.problems) console.warn(problem);
  await pause(1000);
  await mark(done, batch);
  batchSizes.push([(done - size / 2) / 1000, batch.rssMb]);
  if (done === size || done === calls || done - size < calls / 2 !== done < calls / 2) await look(done);
}
const seconds = (performance.now() - began.at) / 1000;
const serverCpu = cpuSecondsOfTree(server.pid) - began.cpu;
othersCpu += busyCpuSeconds() - began.busy - serverCpu;
const waitedMs = await rows.untilAllOver();
await pause(REST_MS);
const last = await mark(calls);
await look(calls);
await report();

/** One line with the server's resources after all calls ended. */
async function mark(done: number, batch?: Batch): Promise<Mark> {
  const taken = { calls: done, ...holdingsOf(server.pid), ...(await inspector.heap()) };
  const { notFinal, notEvaluated } = await rows.count();
  const peak =
    batch === undefined
      ? ''
      : `; meanwhile RSS ${batch.rssMb.toFixed(0)} MB, at most ${batch.most.descriptors} descriptors, ${batch.most.udpPorts} UDP`;
  console.log(
    `${String(done).padStart(6)} calls: RSS ${taken.rssMb.toFixed(0)} MB, heap ${taken.usedMb.toFixed(1)} MB, ` +
      `outside ${taken.externalMb.toFixed(1)} MB, descriptors ${taken.descriptors}, sockets ${taken.sockets}, ` +
      `UDP ${taken.udpPorts}, threads ${taken.threads}, not final ${notFinal}, not evaluated ${notEvaluated}${peak}`,
  );
  return taken;
}

/** Records and prints the memory in use after garbage collection. */
async function look(done: number): Promise<void> {
  await inspector.collect();
  const { usedMb, externalMb } = await inspector.heap();
  live.push({ calls: done, usedMb, externalMb });
  console.log(`       in use: heap ${usedMb.toFixed(1)} MB, outside ${externalMb.toFixed(1)} MB`);
  if (snapshots !== undefined && live.length !== 2)
    await inspector.writeSnapshot(path.resolve(snapshots, `soak-${live.length}.heapsnapshot`));
}

async function makeCalls(size: number): Promise<Batch> {
  const child = fork(path.join(import.meta.dirname, 'caller.process.ts'));
  let most = holdingsOf(server.pid);
  const sizes: number[] = [];
  const watching = setInterval(() => {
    const now = holdingsOf(server.pid);
    sizes.push(now.rssMb);
    if (now.descriptors > most.descriptors) most = now;
  }, 500);
  child.send({ ...order, calls: size });
  try {
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return { report: asSoakReport(message), most, rssMb: median(sizes) };
  } finally {
    clearInterval(watching);
  }
}

async function report(): Promise<void> {
  const rss = slope(batchSizes.filter(([thousands]) => thousands * 1000 >= calls / 2));
  const [early, middle, busy, rested] = live;
  const grown = (of: 'usedMb' | 'externalMb') =>
    (((busy?.[of] ?? 0) - (middle?.[of] ?? 0)) / ((busy?.calls ?? 0) - (middle?.calls ?? 0))) * 1000;
  const share = (cpu: number) => `${((cpu / seconds) * 100).toFixed(0)} %`;
  console.log(`
${calls} calls, ${atOnce} at a time, in ${seconds.toFixed(0)} s: ${JSON.stringify(total)}
server CPU ${share(serverCpu)} of a core, others ${share(Math.max(0, othersCpu))}
all final and evaluated ${(waitedMs / 1000).toFixed(1)} s after the last: ${await rows.summary()}
slope over the last half, MB per 1,000 calls: RSS ${rss.toFixed(2)}, heap in use ${grown('usedMb').toFixed(3)}, \
outside in use ${grown('externalMb').toFixed(3)}
heap in use after the first calls, in the middle, at the end, after ${REST_MS / 1000} s of rest, MB: \
${[early, middle, busy, rested].map((taken) => taken?.usedMb.toFixed(1)).join(', ')}
end against beginning: descriptors ${last.descriptors - first.descriptors}, sockets ${last.sockets - first.sockets}, \
UDP ${last.udpPorts - first.udpPorts}, threads ${last.threads - first.threads}`);
  const leaks = leaksBetween(first, last);
  if (leaks.length === 0) return;
  console.error(`Leaked after all calls ended, or lost: ${leaks.join(', ')}.`);
  process.exitCode = 1;
}

/** Resources that grew more than lazily started connection pools and threads explain, and failed calls. */
function leaksBetween(before: Mark, after: Mark): string[] {
  const limits = { descriptors: 20, sockets: 20, udpPorts: 0, threads: 4 };
  const held = keysOf(limits).filter((key) => after[key] - before[key] > limits[key]);
  return [...held, ...(total.failed > 0 ? [`${total.failed} calls`] : [])];
}

function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(object).filter((key): key is Key => key in object);
}
