import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Embedder, EmbeddingPurpose } from '../interfaces/embedder.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedder-protocol.ts';

const PROCESS_FILE = new URL('./embedder.process.ts', import.meta.url);
/** Only the end of the error output is kept, in characters. */
const ERROR_OUTPUT_LENGTH = 2_000;

/** A text takes milliseconds, the model's start seconds: a process that takes longer hangs. */
const TEXT_LIMIT_MS = 30_000;
const START_LIMIT_MS = 120_000;
const DONE = new Error('The wait is over.');

/** The process with the model, and its current text. */
interface Engine {
  process: ChildProcess;
  ready: boolean;
  current: EmbeddingJob | undefined;
  /** Timeout of the current step. */
  waiting: AbortController;
  /** Why it was killed; undefined if it was not. */
  killReason: string | undefined;
}

/**
 * Universal Sentence Encoder Lite (English, 512 dimensions), bundled through npm. Runs in a separate process with lower
 * priority, because threads of one process share its CPU share. The process starts with the first text and is replaced
 * when it dies or hangs; only its current text fails.
 */
export class OfflineEmbedder implements Embedder {
  readonly model = 'offline/use-lite-512';
  readonly dimensions = 512;
  readonly #queue = new EmbeddingQueue();
  readonly #processFile: URL;
  readonly #clock: Clock;
  #engine: Engine | undefined;
  #closed = false;

  /** @param processFile replaces the process in tests of failures */
  constructor(processFile: URL = PROCESS_FILE, clock: Clock = systemClock) {
    this.#processFile = processFile;
    this.#clock = clock;
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

  /** Ends the process; queued texts fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll('The offline embedder was closed.');
    const child = this.#engine?.process;
    this.#engine?.waiting.abort(DONE);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    keepProcessAlive(child, true);
    child.kill('SIGKILL');
    await ended;
  }

  #work(): void {
    const job = this.#queue.next();
    if (job === undefined) {
      if (this.#engine !== undefined) keepProcessAlive(this.#engine.process, false);
      return;
    }
    this.#engine ??= this.#start();
    keepProcessAlive(this.#engine.process, true);
    if (!this.#engine.ready || this.#engine.current !== undefined) return;
    this.#engine.current = job;
    const request: EmbeddingRequest = { text: job.texts[job.vectors.length] ?? '' };
    this.#limit(this.#engine, TEXT_LIMIT_MS);
    this.#engine.process.send(request);
  }

  #start(): Engine {
    const child = fork(fileURLToPath(this.#processFile), {
      // A separate session has its own scheduling priority, and Ctrl+C only reaches the server, which ends the process.
      detached: process.platform !== 'win32',
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', '--v8-pool-size=1'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // The process gets no secrets.
      env: {},
    });
    let errorOutput = '';
    child.stderr?.on('data', (piece) => {
      errorOutput = `${errorOutput}${piece}`.slice(-ERROR_OUTPUT_LENGTH);
    });
    const engine: Engine = {
      process: child,
      ready: false,
      current: undefined,
      waiting: new AbortController(),
      killReason: undefined,
    };
    this.#limit(engine, START_LIMIT_MS);
    child.on('message', (reply: EmbeddingReply) => this.#receive(engine, reply));
    child.on('error', (error) => this.#crashed(engine, error.message));
    // The process exits or has disconnected, so it is unusable; messages to it are lost.
    child.on('disconnect', () => child.kill('SIGKILL'));
    child.on('close', (code, signal) => {
      const reason = /^\w*Error.*$/m.exec(errorOutput)?.[0] ?? `it ended with ${signal ?? code}`;
      this.#crashed(engine, engine.killReason ?? reason);
    });
    return engine;
  }

  /** Kills the process unless it responds in time. */
  #limit(engine: Engine, limitMs: number): void {
    engine.waiting = new AbortController();
    const kill = (): void => {
      engine.killReason = `it did not answer within ${limitMs} ms`;
      engine.process.kill('SIGKILL');
    };
    this.#clock.sleep(limitMs, engine.waiting.signal).then(kill, () => undefined);
  }

  #receive(engine: Engine, reply: EmbeddingReply): void {
    const job = engine.current;
    engine.waiting.abort(DONE);
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

  /** A process that never became ready will fail again, so everything queued fails with it. */
  #crashed(engine: Engine, reason: string): void {
    if (this.#engine !== engine) return;
    this.#engine = undefined;
    engine.waiting.abort(DONE);
    // A disconnected process may still be running.
    engine.process.kill('SIGKILL');
    if (!engine.ready) this.#failAll(`The offline embedding model did not start: ${reason}`);
    else if (engine.current !== undefined) this.#fail(engine.current, 'unavailable', reason);
    if (!this.#closed) this.#work();
  }

  #failAll(message: string): void {
    for (const job of this.#queue.drain()) job.reject(new ProviderError('unavailable', message));
  }
}

/** Sets whether the child keeps the server's process alive. */
function keepProcessAlive(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** One call of `embed`; its texts are processed one by one. */
interface EmbeddingJob {
  texts: readonly string[];
  purpose: EmbeddingPurpose;
  vectors: Float32Array[];
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Questions first, then passages; each in order of arrival. */
class EmbeddingQueue {
  readonly #waiting: Record<EmbeddingPurpose, EmbeddingJob[]> = { question: [], passage: [] };

  add(job: EmbeddingJob): void {
    this.#waiting[job.purpose].push(job);
  }

  /** The job of the next text, which stays in the queue; undefined if the queue is empty. */
  next(): EmbeddingJob | undefined {
    return this.#waiting.question[0] ?? this.#waiting.passage[0];
  }

  has(job: EmbeddingJob): boolean {
    return this.#waiting[job.purpose].includes(job);
  }

  remove(job: EmbeddingJob): void {
    const jobs = this.#waiting[job.purpose];
    const index = jobs.indexOf(job);
    if (index >= 0) jobs.splice(index, 1);
  }

  /** Removes all jobs, to fail them. */
  drain(): EmbeddingJob[] {
    return [...this.#waiting.question.splice(0), ...this.#waiting.passage.splice(0)];
  }
}
