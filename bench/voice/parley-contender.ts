import { openBenchDatabase } from '../kit/bench-database.ts';
import type { Contender } from './contender.ts';
import { NUMBER } from './set-up.ts';
import { startParley } from './start-parley.ts';

const CALLER = '+40721000055';
/** Flags for Node of the server, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');

/** The product with an assistant behind a SIP trunk. @param folder for its data */
export async function openParley(folder: string): Promise<Contender> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openBenchDatabase());
  const { server, sipPort } = await startParley({ databaseUrl: database.url, folder, nodeFlags });
  opening.use(server);
  const stack = opening.move();
  return {
    name: 'Parley',
    pid: server.pid,
    reach: async () => ({ kind: 'sip', port: sipPort, callee: NUMBER, caller: CALLER }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
