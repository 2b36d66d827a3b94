import { Worker } from 'node:worker_threads';
import type { Embedder, EmbeddingPurpose } from '../spec/embedder.ts';
import { ProviderError } from '../spec/provider-error.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedder-protocol.ts';
import { type EmbeddingJob, EmbeddingQueue } from './embedding-queue.ts';

const WORKER_FILE = new URL('./embedder.worker.ts', import.meta.url);

/** The thread that holds the model, and the text it is busy with. */
interface Engine {
  worker: Worker;
  ready: boolean;
  current: EmbeddingJob | undefined;
}

/**
 * Universal Sentence Encoder Lite (English, 512 dimensions), shipped inside npm and run in a worker thread.
 * The thread starts with the first text and is replaced when it dies; only the text that killed it fails.
 */
export class OfflineEmbedder implements Embedder {
  readonly model = 'offline/use-lite-512';
  readonly dimensions = 512;
  readonly #queue = new EmbeddingQueue();
  readonly #workerFile: URL;
  #engine: Engine | undefined;
  #closed = false;

  /** @param workerFile another thread to run, for tests of its failures. */
  constructor(workerFile: URL = WORKER_FILE) {
    this.#workerFile = workerFile;
  }

  async embed(
    texts: readonly string[],
    signal: AbortSignal,
    purpose: EmbeddingPurpose = 'passage',
  ): Promise<Float32Array[]> {
    if (signal.aborted) throw new ProviderError('aborted', 'The embedding was aborted.', signal.reason);
    if (this.#closed) throw new ProviderError('unavailable', 'The offline embedder is closed.');
    if (texts.length === 0) return [];
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
    const job: EmbeddingJob = { texts, purpose, vectors: [], resolve, reject };
    const abort = () => {
      this.#queue.remove(job);
      reject(new ProviderError('aborted', 'The embedding was aborted.', signal.reason));
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#queue.add(job);
    this.#work();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Ends the thread; whatever is still queued fails. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll('The offline embedder was closed.');
    await this.#engine?.worker.terminate();
  }

  #work(): void {
    const job = this.#queue.next();
    if (job === undefined) {
      this.#engine?.worker.unref();
      return;
    }
    this.#engine ??= this.#start();
    this.#engine.worker.ref();
    if (!this.#engine.ready || this.#engine.current !== undefined) return;
    this.#engine.current = job;
    const request: EmbeddingRequest = { text: job.texts[job.vectors.length] ?? '' };
    this.#engine.worker.postMessage(request);
  }

  #start(): Engine {
    const worker = new Worker(this.#workerFile, { name: 'embedder' });
    const engine: Engine = { worker, ready: false, current: undefined };
    worker.on('message', (reply: EmbeddingReply) => this.#receive(engine, reply));
    worker.on('error', (error) => this.#crashed(engine, error.message));
    worker.on('exit', (code) => this.#crashed(engine, `exit code ${code}`));
    return engine;
  }

  #receive(engine: Engine, reply: EmbeddingReply): void {
    const job = engine.current;
    engine.current = undefined;
    engine.ready = true;
    if (job !== undefined && reply.type === 'vector') this.#finishText(job, reply.vector);
    if (job !== undefined && reply.type === 'failure') this.#fail(job, 'malformed', reply.message);
    this.#work();
  }

  #finishText(job: EmbeddingJob, vector: Float32Array): void {
    if (!this.#queue.has(job)) return;
    job.vectors.push(vector);
    if (job.vectors.length < job.texts.length) return;
    this.#queue.remove(job);
    job.resolve(job.vectors);
  }

  #fail(job: EmbeddingJob, code: 'malformed' | 'unavailable', message: string): void {
    this.#queue.remove(job);
    job.reject(new ProviderError(code, `The offline embedder failed: ${message}`));
  }

  /** A thread that never became ready will not do so next time either: everything queued fails with it. */
  #crashed(engine: Engine, reason: string): void {
    if (this.#engine !== engine) return;
    this.#engine = undefined;
    if (!engine.ready) this.#failAll(`The offline embedding model did not start: ${reason}`);
    else if (engine.current !== undefined) this.#fail(engine.current, 'unavailable', reason);
    if (!this.#closed) this.#work();
  }

  #failAll(message: string): void {
    for (const job of this.#queue.drain()) job.reject(new ProviderError('unavailable', message));
  }
}
