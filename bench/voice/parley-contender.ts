import { openBenchDatabase } from '../kit/bench-database.ts';
import type { CodecName } from './caller-codec.ts';
import type { Contender } from './contender.ts';
import { call } from './measure.ts';
import type { Reach } from './protocol.ts';
import { NUMBER } from './set-up.ts';
import { startParley } from './start-parley.ts';

const CALLER = '+40721000055';
/** Node flags for the server process, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');

/** The server with an assistant behind a SIP trunk. @param folder for its data */
export async function openParley(folder: string, codec: CodecName): Promise<Contender> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openBenchDatabase());
  const how = { databaseUrl: database.url, folder, nodeFlags };
  await firstStart(how, codec);
  const { server, sipPort } = await startParley({ ...how, isSetUp: true });
  opening.use(server);
  const stack = opening.move();
  return {
    name: 'Parley',
    pid: server.pid,
    reach: async () => reachOf(sipPort, codec),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function reachOf(port: number, codec: CodecName): Reach {
  return { kind: 'sip', port, callee: NUMBER, caller: CALLER, codec };
}

/** Warms the type-stripping cache with a first start and call, because long-running servers start with a warm cache. */
async function firstStart(how: Parameters<typeof startParley>[0], codec: CodecName): Promise<void> {
  const { server, sipPort } = await startParley(how);
  try {
    await call({ reach: reachOf(sipPort, codec), calls: 1, turns: 0, speech: '' });
  } finally {
    await server[Symbol.asyncDispose]();
  }
}
