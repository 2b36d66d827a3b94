import { availableParallelism } from 'node:os';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import type { LoadJob, LoadResult } from './load/job.ts';
import { prepareLoad } from './load/run-load.ts';

/** Result of one contender in one round. */
export interface Sample {
  requestsPerSecond: number;
  /** CPU microseconds per request of the server's and of the database's processes. */
  serverCpuMicros: number;
  databaseCpuMicros: number;
  /** Share of the machine used by other programs. */
  otherLoadShare: number;
  /** Share of its core used by the generator; near 1 the generator is the bottleneck. */
  generatorShare: number;
  load: LoadResult;
}

/** Runs one job against a server and measures the cost. */
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
  const otherLoad = after.busy - before.busy - server - database - load.cpuSeconds;
  return {
    requestsPerSecond: load.answers / load.seconds,
    serverCpuMicros: (server / load.answers) * 1e6,
    databaseCpuMicros: (database / load.answers) * 1e6,
    otherLoadShare: Math.max(0, otherLoad) / capacity,
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
