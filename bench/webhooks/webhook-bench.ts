import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import { type BenchDatabase, openBenchDatabase } from '../kit/bench-database.ts';
import { START_ENVIRONMENT, START_FLAGS } from '../kit/parley-command.ts';
import { ask, type Order } from './protocol.ts';

export interface Cost {
  /** Number of deliveries or requests; 0 if not meaningful. */
  count: number;
  seconds: number;
  /** CPU of the process with the server, or of the bare client. */
  cpuSeconds: number;
  databaseCpuSeconds: number;
  /** Share of the machine used by other programs. */
  otherLoadShare: number;
}

const here = import.meta.dirname;
const parallel = 64;

/** The server with its own PostgreSQL, a sink and a bare client, each in a separate process. */
export class WebhookBench implements AsyncDisposable {
  readonly origin: string;
  readonly #stack: AsyncDisposableStack;
  readonly #database: BenchDatabase;
  readonly #children: { sink: ChildProcess; bare: ChildProcess; parley: ChildProcess };

  private constructor(deps: {
    stack: AsyncDisposableStack;
    database: BenchDatabase;
    children: { sink: ChildProcess; bare: ChildProcess; parley: ChildProcess };
    port: number;
  }) {
    this.origin = `http://127.0.0.1:${deps.port}`;
    this.#stack = deps.stack;
    this.#database = deps.database;
    this.#children = deps.children;
  }

  /** @param nodeFlags for a profile of the server */
  static async open(nodeFlags: readonly string[]): Promise<WebhookBench> {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await openBenchDatabase());
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-webhooks-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const start = (name: string, options: ForkOptions = {}): ChildProcess => {
      const child = fork(path.join(here, `${name}.process.ts`), { execArgv: [], ...options });
      stack.defer(() => disconnected(child));
      return child;
    };
    const sink = start('sink');
    const port = await ask(sink, 'port');
    const bare = start('bare');
    const parley = start('parley', {
      execArgv: [...START_FLAGS, ...nodeFlags],
      env: {
        ...process.env,
        ...START_ENVIRONMENT,
        NODE_ENV: 'production',
        DATABASE_URL: database.url,
        PORT: '0',
        PARLEY_HOST: '127.0.0.1',
        PARLEY_DATA: folder,
        PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
      },
    });
    await ask(parley, 'port');
    return new WebhookBench({ stack: stack.move(), database, children: { sink, bare, parley }, port });
  }

  bare(requests: number): Promise<Cost> {
    const { bare } = this.#children;
    return this.#measure(bare, requests, () =>
      ask(bare, 'seconds', { origin: this.origin, requests, parallel }),
    );
  }

  flow(events: number, endpoints: number): Promise<Cost> {
    return this.order({ kind: 'flow', origin: this.origin, events, endpoints, parallel }, events);
  }

  async drain(events: number, endpoints: number): Promise<Cost> {
    await this.order({ kind: 'hold', origin: this.origin, events, endpoints });
    return this.order({ kind: 'release' }, events);
  }

  order(order: Order, count = 0): Promise<Cost> {
    return this.#measure(this.#children.parley, count, () => ask(this.#children.parley, 'seconds', order));
  }

  /** Latencies of events to the sink's /timed paths, from before their transaction, since the last call. */
  async latenciesMs(): Promise<number[]> {
    return (await ask(this.#children.sink, 'latencies', {})).latenciesMs;
  }

  async #measure(
    child: ChildProcess,
    count: number,
    work: () => Promise<{ seconds: number }>,
  ): Promise<Cost> {
    const before = this.#clocks(child);
    const { seconds } = await work();
    const after = this.#clocks(child);
    const ours = after.all - before.all;
    return {
      count,
      seconds,
      cpuSeconds: after.child - before.child,
      databaseCpuSeconds: after.database - before.database,
      otherLoadShare:
        Math.max(0, after.busy - before.busy - ours) / (availableParallelism() * (after.wall - before.wall)),
    };
  }

  #clocks(child: ChildProcess) {
    return {
      wall: performance.now() / 1000,
      busy: busyCpuSeconds(),
      all: cpuSecondsOfTree(process.pid),
      child: cpuSecondsOfTree(child.pid ?? 0),
      database: cpuSecondsOfTree(this.#database.pid),
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

function disconnected(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    child.disconnect();
  });
}
