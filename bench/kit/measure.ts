import { availableParallelism } from 'node:os';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import type { LoadJob, LoadResult } from './load/job.ts';
import { prepareLoad } from './load/run-load.ts';

/** What one contender did in one round. */
export interface Sample {
  requestsPerSecond: number;
  /** Microseconds of CPU a request: the server's processes, and the database's. */
  serverCpuMicros: number;
  databaseCpuMicros: number;
  /** Share of the machine that neither of them nor the generator used. */
  foreignShare: number;
  /** Share of its core that the generator used: near 1 it, not the server, is the limit. */
  generatorShare: number;
  load: LoadResult;
}

/** Puts one job's load on a server and reads what it cost. */
export async function measure(
  job: LoadJob,
  processes: { serverPid: number; databasePid: number; generatorCore: number },
): Promise<Sample> {
  const generator = await prepareLoad(job, processes.generatorCore);
  const before = readClocks(processes);
  const load = await generator.run();
  const after = readClocks(processes);
  const server = after.server - before.server;
  const database = after.database - before.database;
  const capacity = availableParallelism() * (after.wall - before.wall);
  const foreign = after.busy - before.busy - server - database - load.cpuSeconds;
  return {
    requestsPerSecond: load.answers / load.seconds,
    serverCpuMicros: (server / load.answers) * 1e6,
    databaseCpuMicros: (database / load.answers) * 1e6,
    foreignShare: Math.max(0, foreign) / capacity,
    generatorShare: load.cpuSeconds / load.seconds,
    load,
  };
}

function readClocks({ serverPid, databasePid }: { serverPid: number; databasePid: number }) {
  return {
    wall: performance.now() / 1000,
    busy: busyCpuSeconds(),
    server: cpuSecondsOfTree(serverPid),
    database: cpuSecondsOfTree(databasePid),
  };
}
