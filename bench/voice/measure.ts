import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import { ResidentWatch } from '../kit/resident.ts';
import { median, quantile } from '../kit/statistics.ts';
import type { Contender } from './contender.ts';
import { asCallReport, type CallOrder, type CallReport } from './protocol.ts';

export const head = [
  'calls',
  'voice to voice',
  'barge-in stops',
  'answered in',
  'missed',
  'did not stop',
  'packet gap p99',
  'CPU',
  'others',
  'memory',
  'at most',
  'of it own',
  'threads',
];

/** Runs concurrent calls against a contender. @returns a row under `head` */
export async function measure(
  contender: Contender,
  about: Pick<CallOrder, 'calls' | 'turns' | 'speech'>,
): Promise<string[]> {
  const { pid } = contender;
  const order = { ...about, reach: await contender.reach(about.calls) };
  const before = { at: performance.now(), cpu: cpuSecondsOfTree(pid), busy: busyCpuSeconds() };
  using watch = new ResidentWatch(pid);
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
    ...memoryOf(watch),
  ];
}

/** Makes the calls from a separate process. */
export async function call(order: CallOrder): Promise<CallReport> {
  const child = fork(path.join(import.meta.dirname, 'caller.process.ts'));
  child.send(order);
  const [message] = await once(child, 'message');
  return asCallReport(message);
}

function quantiles(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return [0.5, 0.95, 0.99].map((part) => quantile(values, part).toFixed(0)).join(', ');
}

/** Memory during the calls: median, maximum, and median of private memory; threads at the end. */
function memoryOf({ sizes }: ResidentWatch): string[] {
  const all = sizes.map((size) => size.all);
  const megabytes = [median(all), Math.max(...all), median(sizes.map(({ own }) => own))];
  return [...megabytes.map((value) => `${value.toFixed(0)} MB`), String(sizes.at(-1)?.threads)];
}
