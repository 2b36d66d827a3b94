import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import { type BenchDatabase, openBenchDatabase } from '../kit/bench-database.ts';
import { parleyCommand } from '../kit/parley-command.ts';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
import { prepareAssistants } from './assistants.ts';
import { runTalk, startModel } from './run-talk.ts';
import type { TalkJob, TalkResult, Target } from './talk-job.ts';

/** `model` is the baseline: the latency of a client that calls the model directly. */
export const contenderNames = [
  'model',
  'model again',
  'model, two requests',
  'whole',
  'streamed',
  'whole, with a search',
  'whole, offline model',
] as const;
export type ContenderName = (typeof contenderNames)[number];

export interface Sample extends TalkResult {
  /** CPU milliseconds per turn, of the server and of the database. */
  serverCpuMs: number;
  databaseCpuMs: number;
  /** Share of the machine used by other programs. */
  otherLoadShare: number;
}

/** The server with its own PostgreSQL, the model, and the assistants that answer. */
export class ChatBench implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #processes: { server: ServerProcess; database: BenchDatabase; modelPid: number };
  readonly #targets: Record<ContenderName, Target>;

  private constructor(deps: {
    stack: AsyncDisposableStack;
    processes: { server: ServerProcess; database: BenchDatabase; modelPid: number };
    targets: Record<ContenderName, Target>;
  }) {
    this.#stack = deps.stack;
    this.#processes = deps.processes;
    this.#targets = deps.targets;
  }

  /** @param nodeFlags for a profile of the server */
  static async open(nodeFlags: readonly string[]): Promise<ChatBench> {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await openBenchDatabase());
    const model = stack.use(await startModel());
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-chat-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const server = stack.use(await startParley({ database, folder, modelPort: model.port, nodeFlags }));
    const uuids = await prepareAssistants(`http://127.0.0.1:${server.port}`);
    const parley = (assistantUuid: string, isStreamed = false): Target => {
      return { kind: 'parley', port: server.port, assistantUuid, isStreamed };
    };
    const direct: Target = { kind: 'model', port: model.port, requests: 1 };
    const targets = {
      model: direct,
      'model again': direct,
      'model, two requests': { ...direct, requests: 2 } as const,
      whole: parley(uuids.plain),
      streamed: parley(uuids.plain, true),
      'whole, with a search': parley(uuids.withKnowledge),
      'whole, offline model': parley(uuids.offline),
    };
    const processes = { server, database, modelPid: model.pid };
    return new ChatBench({ stack: stack.move(), processes, targets });
  }

  async measure(name: ContenderName, about: Omit<TalkJob, 'target'>): Promise<Sample> {
    const before = this.#clocks();
    const result = await runTalk({ ...about, target: this.#targets[name] });
    const after = this.#clocks();
    const server = after.server - before.server;
    const database = after.database - before.database;
    const otherLoad = after.busy - before.busy - (after.own - before.own) - server - database;
    const turns = result.wholeMs.length;
    return {
      ...result,
      serverCpuMs: (server / turns) * 1000,
      databaseCpuMs: (database / turns) * 1000,
      otherLoadShare: Math.max(0, otherLoad) / (availableParallelism() * (after.wall - before.wall)),
    };
  }

  /** The visitors and the model are children of this process; so are the server and the database. */
  #clocks() {
    const server = cpuSecondsOfTree(this.#processes.server.pid);
    const database = cpuSecondsOfTree(this.#processes.database.pid);
    const all = cpuSecondsOfTree(process.pid);
    const wall = performance.now() / 1000;
    return { wall, busy: busyCpuSeconds(), server, database, own: all - server };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

function startParley(about: {
  database: BenchDatabase;
  folder: string;
  modelPort: number;
  nodeFlags: readonly string[];
}): Promise<ServerProcess> {
  return startServer(
    parleyCommand({
      nodeFlags: about.nodeFlags,
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: about.database.url,
        PARLEY_HOST: '127.0.0.1',
        PARLEY_DATA: about.folder,
        PARLEY_REGISTRATION: 'on',
        PARLEY_RATE_LIMIT: '10000000',
        PARLEY_INITIAL_BALANCE: '1000000',
        PARLEY_LLM_BASE_URL: `http://127.0.0.1:${about.modelPort}/v1`,
        PARLEY_LLM_MODELS: 'instant',
      },
    }),
  );
}
