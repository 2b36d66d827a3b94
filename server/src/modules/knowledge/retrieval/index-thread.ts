import { Worker } from 'node:worker_threads';
import type { IndexAnswers, IndexCommand, IndexReply, IndexRequest } from './worker-protocol.ts';

const WORKER_FILE = new URL('./index.worker.ts', import.meta.url);

/** The index was evicted or its thread died, so it must be rebuilt. */
export class IndexLost extends Error {
  constructor(reason: string) {
    super(`A retrieval index was lost: ${reason}`);
    this.name = 'IndexLost';
  }
}

type AnswerReply = Extract<IndexReply, { type: 'answer' }>;

interface Call {
  resolve(reply: AnswerReply): void;
  reject(error: Error): void;
}

/** Client of the index worker thread. Starts the thread with the first command and restarts it after a crash. */
export class IndexThread {
  readonly #onDeath: () => void;
  readonly #workerFile: URL;
  readonly #calls = new Map<number, Call>();
  #nextCall = 1;
  #worker: Worker | undefined;

  constructor(onDeath: () => void, workerFile: URL = WORKER_FILE) {
    this.#onDeath = onDeath;
    this.#workerFile = workerFile;
  }

  /** Rejects with `IndexLost` if the index was evicted or the thread ends first. */
  async send<T extends IndexCommand>(command: T): Promise<IndexAnswers[T['type']]> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const call = this.#nextCall++;
    const { promise, resolve, reject } = Promise.withResolvers<IndexAnswers[T['type']]>();
    this.#calls.set(call, { resolve: (reply) => resolve(asAnswerTo(command, reply)), reject });
    worker.ref();
    const request: IndexRequest = { call, command };
    worker.postMessage(request, command.type === 'add' ? [command.packed.vectors.buffer] : []);
    return await promise;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end(worker, 'closed');
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, { name: 'retrieval' });
    worker.on('message', (reply: IndexReply) => this.#receive(worker, reply));
    worker.on('error', (error) => this.#end(worker, error.message));
    worker.on('exit', (code) => this.#end(worker, `exit code ${code}`));
    return worker;
  }

  #receive(worker: Worker, reply: IndexReply): void {
    const call = this.#calls.get(reply.call);
    this.#calls.delete(reply.call);
    if (this.#calls.size === 0) worker.unref();
    if (reply.type === 'lost') call?.reject(new IndexLost('it was evicted'));
    else if (reply.type === 'failure') call?.reject(new Error(reply.message));
    else call?.resolve(reply);
  }

  #end(worker: Worker | undefined, reason: string): void {
    if (worker === undefined || this.#worker !== worker) return;
    this.#worker = undefined;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#onDeath();
    for (const call of calls) call.reject(new IndexLost(reason));
  }
}

function asAnswerTo<T extends IndexCommand>(command: T, reply: AnswerReply): IndexAnswers[T['type']] {
  if (reply.to !== command.type)
    throw new Error(`The worker sent a ${reply.to} reply to a ${command.type} command.`);
  return reply.answer as IndexAnswers[T['type']];
}
