import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BenchDatabase, openBenchDatabase } from '../kit/bench-database.ts';
import type { LoadRequest } from '../kit/load/request.ts';
import { measure, type Sample } from '../kit/measure.ts';
import { interleave } from '../kit/rounds.ts';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
import { ask } from './ask.ts';
import { type ContenderName, contenderCommand, contenderNames } from './contenders.ts';
import { type ParleyClient, registerAtParley } from './parley-client.ts';
import { createPeerSchema } from './peer-schema.ts';
import { difference, withoutId } from './same-answer.ts';
import { assistantRequest, seedAssistants } from './seed.ts';

export type Operation = 'list' | 'create';
export type Samples = Record<ContenderName, Sample[]>;

const assistantsOfAccount = 100;
const connections = 32;
const warmUpSeconds = 2;
export const ratePerSecond = 100;

/** The database with its data, and every contender up and checked to answer the same. */
export class HttpBench implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #database: BenchDatabase;
  readonly #servers: ReadonlyMap<ContenderName, ServerProcess>;
  readonly #requests: Record<Operation, LoadRequest>;

  private constructor(deps: {
    stack: AsyncDisposableStack;
    database: BenchDatabase;
    servers: ReadonlyMap<ContenderName, ServerProcess>;
    requests: Record<Operation, LoadRequest>;
  }) {
    this.#stack = deps.stack;
    this.#database = deps.database;
    this.#servers = deps.servers;
    this.#requests = deps.requests;
  }

  static async open(): Promise<HttpBench> {
    installPeer();
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await openBenchDatabase());
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-http-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const place = {
      databaseUrl: database.url,
      dataFolder: path.join(folder, 'data'),
      listFile: path.join(folder, 'list.json'),
      createdFile: path.join(folder, 'created.json'),
    };
    const parley = stack.use(await startServer(contenderCommand('parley', place)));
    const requests = await prepare(parley.port, database, place);
    const servers = new Map<ContenderName, ServerProcess>([['parley', parley]]);
    for (const name of contenderNames.filter((one) => one !== 'parley')) {
      servers.set(name, stack.use(await startServer(contenderCommand(name, place))));
    }
    await refuseDifferences(servers, requests);
    return new HttpBench({ stack: stack.move(), database, servers, requests });
  }

  /** Warms everyone up, then measures all contenders in every round. */
  async run(operation: Operation, time: { rounds: number; seconds: number }): Promise<Samples> {
    for (const name of contenderNames) await this.#measure(name, operation, { seconds: warmUpSeconds });
    return interleave(contenderNames, time.rounds, (name) => this.#measure(name, operation, time));
  }

  /** The same at a fixed rate that everyone bears: what a request waits when the server is not full. */
  runAtRate(operation: Operation, time: { rounds: number; seconds: number }): Promise<Samples> {
    return interleave(contenderNames, time.rounds, (name) =>
      this.#measure(name, operation, { ...time, ratePerSecond }),
    );
  }

  async #measure(
    name: ContenderName,
    operation: Operation,
    time: { seconds: number; ratePerSecond?: number },
  ): Promise<Sample> {
    const server = this.#servers.get(name);
    if (server === undefined) throw new Error(`${name} does not run.`);
    const { seconds, ratePerSecond: rate } = time;
    const request = this.#requests[operation];
    const pace = rate === undefined ? {} : { ratePerSecond: rate };
    const job = { port: server.port, connections, seconds, request, ...pace };
    const place = { serverPid: server.pid, databasePid: this.#database.pid, generatorCore: 1 };
    const sample = await measure(job, place);
    const good = sample.load.statuses[operation === 'list' ? '200' : '201'] ?? 0;
    if (good !== sample.load.answers || sample.load.failures > 0) {
      const { statuses, failures } = sample.load;
      const seen = `${JSON.stringify(statuses)}, ${failures} connections broke`;
      throw new Error(`${name} answered ${operation} with ${seen}.`);
    }
    if (good === 0) throw new Error(`${name} did not answer ${operation} within ${time.seconds} s.`);
    return sample;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

function installPeer(): void {
  const folder = path.join(import.meta.dirname, 'nest');
  if (existsSync(path.join(folder, 'node_modules'))) return;
  console.log('Installing the peer (NestJS, TypeORM, class-validator) …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

/** One account is listed, another creates, so that the list stays as it is. */
async function prepare(
  port: number,
  database: BenchDatabase,
  files: { listFile: string; createdFile: string },
): Promise<Record<Operation, LoadRequest>> {
  const address = `http://127.0.0.1:${port}`;
  const reader = await registerAtParley(address, { name: 'Reader', email: 'reader@example.com' });
  const writer = await registerAtParley(address, { name: 'Writer', email: 'writer@example.com' });
  const body = await assistantRequest(reader);
  await seedAssistants(reader, assistantsOfAccount);
  await writeFile(files.createdFile, await writer.post('/user/assistant', body));
  await createPeerSchema(database.client);
  const headers = (client: ParleyClient) => ({
    authorization: `Bearer ${client.token}`,
    accept: 'application/json',
  });
  const list: LoadRequest = {
    method: 'GET',
    path: '/api/user/assistants/get',
    headers: headers(reader),
    body: '',
  };
  const create: LoadRequest = {
    method: 'POST',
    path: '/api/user/assistant',
    headers: { ...headers(writer), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  await writeFile(files.listFile, await ask(port, list));
  return { list, create };
}

/** Nobody is timed before all answer alike. */
async function refuseDifferences(
  servers: ReadonlyMap<ContenderName, ServerProcess>,
  requests: Record<Operation, LoadRequest>,
): Promise<void> {
  for (const operation of ['list', 'create'] as const) {
    const answers = new Map<ContenderName, Buffer>();
    for (const [name, server] of servers) answers.set(name, await ask(server.port, requests[operation]));
    const expected = answers.get('parley') ?? Buffer.alloc(0);
    for (const [name, answer] of answers) {
      const problem = difference(withoutId(expected), withoutId(answer), name === 'nest');
      if (problem !== null) throw new Error(`The ${operation} of ${name} ${problem}.`);
    }
    const sizes = [...answers].map(([name, answer]) => `${name} ${answer.length}`);
    console.log(`${operation}: all answers are the same; bytes: ${sizes.join(', ')}`);
  }
}
