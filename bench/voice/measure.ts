import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { busyCpuSeconds, cpuSecondsOfTree } from '../kit/processes.ts';
import { quantile } from '../kit/statistics.ts';
import type { Contender } from './contender.ts';
import { asCallReport, type CallOrder, type CallReport } from './protocol.ts';

export const head = [
  ...['calls', 'voice to voice', 'barge-in stops', 'answered in', 'missed', 'went on'],
  ...['packet gap p99', 'CPU', 'others', 'memory'],
];

/** Has so many callers talk to a contender at once. @returns a row under `head` */
export async function measure(
  contender: Contender,
  about: Pick<CallOrder, 'calls' | 'turns' | 'speech'>,
): Promise<string[]> {
  const { pid } = contender;
  const order = { ...about, reach: await contender.reach(about.calls) };
  const before = { at: performance.now(), cpu: cpuSecondsOfTree(pid), busy: busyCpuSeconds() };
  const report = await call(order);
  const seconds = (performance.now() - before.at) / 1000;
  const cpu = cpuSecondsOfTree(pid) - before.cpu;
  const others = busyCpuSeconds() - before.busy - cpu - report.cpuSeconds;
  return [
    String(about.calls),
    `${quantiles(report.voiceToVoiceMs)} (${report.voiceToVoiceMs.length})`,
    `${quantiles(report.bargeInMs)} (${report.bargeInMs.length})`,
    quantiles(report.answerMs),
    String(report.missed),
    String(report.notStopped),
    report.packetGapP99Ms.toFixed(1),
    `${((cpu / seconds) * 100).toFixed(0)} %`,
    `${((Math.max(0, others) / seconds) * 100).toFixed(0)} %`,
    `${await residentMegabytes(pid)} MB`,
  ];
}

async function call(order: CallOrder): Promise<CallReport> {
  const child = fork(path.join(import.meta.dirname, 'caller.process.ts'));
  child.send(order);
  const [message] = await once(child, 'message');
  return asCallReport(message);
}

function quantiles(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return [0.5, 0.95, 0.99].map((part) => quantile(values, part).toFixed(0)).join(', ');
}

async function residentMegabytes(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0);
}
