import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeUlaw } from '../../server/src/core/g711.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { busyCpuSeconds, cpuSecondsOfTree } from '../kit/processes.ts';
import { quantile } from '../kit/statistics.ts';
import { markdownTable } from '../kit/table.ts';
import { asCallReport, type CallOrder, type CallReport } from './protocol.ts';
import { NUMBER } from './set-up.ts';
import { QUESTION, synthesize } from './speech.ts';
import { startParley } from './start-parley.ts';

const sizes = (process.env['BENCH_CALLS'] ?? '1,20,50,100').split(',').map(Number);
const turns = Number(process.env['BENCH_TURNS'] ?? 6);
/** Flags for Node of the server, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-voice-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const database = stack.use(await openBenchDatabase());
const { server, sipPort } = await startParley({ databaseUrl: database.url, folder, nodeFlags });
stack.use(server);
const speech = Buffer.from(encodeUlaw(await synthesize(QUESTION, 'slt'))).toString('base64');
const rows: string[][] = [];
for (const calls of sizes) rows.push(await measure(calls));
console.log(
  `\nVoice to voice over SIP and RTP on loopback, 300 ms endpointing, vendors that take no time, ${turns} questions a call, every second answer interrupted; milliseconds as p50, p95, p99\n`,
);
const head = ['calls', 'voice to voice', 'barge-in stops', 'answered in', 'missed', 'went on'];
console.log(markdownTable([[...head, 'packet gap p99', 'server CPU', 'others', 'server memory'], ...rows]));

async function measure(calls: number): Promise<string[]> {
  const order = { sipPort, callee: NUMBER, caller: '+40721000055', calls, turns, speech };
  const before = { at: performance.now(), cpu: cpuSecondsOfTree(server.pid), busy: busyCpuSeconds() };
  const { report, callerCpu } = await call(order);
  const seconds = (performance.now() - before.at) / 1000;
  const cpu = cpuSecondsOfTree(server.pid) - before.cpu;
  const others = busyCpuSeconds() - before.busy - cpu - callerCpu;
  return [
    String(calls),
    `${quantiles(report.voiceToVoiceMs)} (${report.voiceToVoiceMs.length})`,
    `${quantiles(report.bargeInMs)} (${report.bargeInMs.length})`,
    quantiles(report.answerMs),
    String(report.missed),
    String(report.notStopped),
    report.packetGapP99Ms.toFixed(1),
    `${((cpu / seconds) * 100).toFixed(0)} %`,
    `${((Math.max(0, others) / seconds) * 100).toFixed(0)} %`,
    `${await residentMegabytes(server.pid)} MB`,
  ];
}

async function call(order: CallOrder): Promise<{ report: CallReport; callerCpu: number }> {
  const child = fork(path.join(import.meta.dirname, 'caller.process.ts'));
  child.send(order);
  const [message] = await once(child, 'message');
  return { report: asCallReport(message), callerCpu: asCallReport(message).cpuSeconds };
}

function quantiles(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return [0.5, 0.95, 0.99].map((part) => quantile(values, part).toFixed(0)).join(', ');
}

async function residentMegabytes(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0);
}
