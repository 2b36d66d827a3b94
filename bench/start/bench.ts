import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { residentOf } from '../kit/resident.ts';
import { interleave } from '../kit/rounds.ts';
import { pairedRatios, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { measureInstall } from './install.ts';
import { readMemory } from './memory.ts';
import { startBare, startParley } from './starts.ts';

const rounds = 7;
const idleMs = 10_000;
const megabyte = 1024 * 1024;

const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-start-'));
const dataFolder = path.join(folder, 'data');

const first = await startParley(dataFolder);
console.log(`First start, which creates the database and the demo: ${figure(first.seconds)} s`);
// The demo's document is read and embedded in the background; later starts find it done.
await wait(idleMs);
await first.server[Symbol.asyncDispose]();

const samples = await interleave(['parley', 'bare'], rounds, async (name) => {
  const { seconds, server } = name === 'parley' ? await startParley(dataFolder) : await startBare();
  await server[Symbol.asyncDispose]();
  return seconds;
});
const ratio = pairedRatios(samples.parley, samples.bare);
const rows = (['parley', 'bare'] as const).map((name) => {
  const { median, min, max } = spread(samples[name]);
  return [name, `${figure(median)} (${figure(min)}–${figure(max)})`];
});
console.log(`\n${markdownTable([['process start to healthy', `seconds, median of ${rounds}`], ...rows])}`);
console.log(
  `Parley / bare node:http, paired: ${figure(ratio.median)} (${figure(ratio.min)}–${figure(ratio.max)})`,
);

const { server } = await startParley(dataFolder);
await wait(idleMs);
const memory = await readMemory(server.pid, dataFolder);
const { all, own, threads } = residentOf(server.pid);
await server[Symbol.asyncDispose]();
const shown = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
console.log(
  `\nIdle memory after ${idleMs / 1000} s (proportional set size): server ${shown(memory.server)}, ` +
    `database ${shown(memory.database)}, together ${shown(memory.server + memory.database)}`,
);
console.log(
  `The server's own process: resident ${all.toFixed(0)} MB, ${own.toFixed(0)} of them its own, ${threads} threads`,
);
await rm(folder, { recursive: true, force: true });

const install = await measureInstall();
console.log(
  `\nInstall for production (npm ci --omit=dev, npm's cache warm): ${figure(install.seconds)} s, ` +
    `${shown(install.bytes)} in ${install.packages} packages`,
);
