import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Embedder, EmbeddingPurpose } from '../interfaces/embedder.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedder-protocol.ts';
import { type EmbeddingJob, EmbeddingQueue } from './embedding-queue.ts';

const PROCESS_FILE = new URL('./embedder.process.ts', import.meta.url);
/** What a process said last tells why it died. */
const LAST_WORDS_LENGTH = 2_000;

/** A text takes milliseconds, the model's start seconds: a process that takes longer is stuck. */
const TEXT_LIMIT_MS = 30_000;
const START_LIMIT_MS = 120_000;
const OVER = new Error('The wait is over.');

/** The process that holds the model, and the text it is busy with. */
interface Engine {
  process: ChildProcess;
  ready: boolean;
  current: EmbeddingJob | undefined;
  /** Ends the wait for what the process does now. */
  waiting: AbortController;
  /** Why it was killed; undefined: it was not. */
  verdict: string | undefined;
}

/**
 * Universal Sentence Encoder Lite (English, 512 dimensions), shipped inside npm and run in a process of its own, so
 * that it can let the server go first: threads of one process share what the scheduler gives them. The process starts
 * with the first text and is replaced when it dies or gets stuck; only the text that it was busy with fails.
 */
export class OfflineEmbedder implements Embedder {
  readonly model = 'offline/use-lite-512';
  readonly dimensions = 512;
  readonly #queue = new EmbeddingQueue();
  readonly #processFile: URL;
  readonly #clock: Clock;
  #engine: Engine | undefined;
  #closed = false;

  /** @param processFile another process to run, for tests of its failures. */
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

  /** Ends the process; whatever is still queued fails. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll('The offline embedder was closed.');
    const child = this.#engine?.process;
    this.#engine?.waiting.abort(OVER);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    holdOpen(child, true);
    child.kill('SIGKILL');
    await ended;
  }

  #work(): void {
    const job = this.#queue.next();
    if (job === undefined) {
      if (this.#engine !== undefined) holdOpen(this.#engine.process, false);
      return;
    }
    this.#engine ??= this.#start();
    holdOpen(this.#engine.process, true);
    if (!this.#engine.ready || this.#engine.current !== undefined) return;
    this.#engine.current = job;
    const request: EmbeddingRequest = { text: job.texts[job.vectors.length] ?? '' };
    this.#limit(this.#engine, TEXT_LIMIT_MS);
    this.#engine.process.send(request);
  }

  #start(): Engine {
    const child = fork(fileURLToPath(this.#processFile), {
      // A session of its own: its priority is then its own too, and Ctrl+C leaves it to the server to end it.
      detached: process.platform !== 'win32',
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', '--v8-pool-size=1'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // It needs no secret and gets none.
      env: {},
    });
    let lastWords = '';
    child.stderr?.on('data', (piece) => {
      lastWords = `${lastWords}${piece}`.slice(-LAST_WORDS_LENGTH);
    });
    const engine: Engine = {
      ...{ process: child, ready: false, current: undefined },
      ...{ waiting: new AbortController(), verdict: undefined },
    };
    this.#limit(engine, START_LIMIT_MS);
    child.on('message', (reply: EmbeddingReply) => this.#receive(engine, reply));
    child.on('error', (error) => this.#crashed(engine, error.message));
    // It ends, or has let go of us: what is on its way to it is lost, and it is of no more use.
    child.on('disconnect', () => child.kill('SIGKILL'));
    child.on('close', (code, signal) => {
      const reason = /^\w*Error.*$/m.exec(lastWords)?.[0] ?? `it ended with ${signal ?? code}`;
      this.#crashed(engine, engine.verdict ?? reason);
    });
    return engine;
  }

  /** Kills the process unless it says something in time. */
  #limit(engine: Engine, limitMs: number): void {
    engine.waiting = new AbortController();
    const kill = (): void => {
      engine.verdict = `it did not answer within ${limitMs} ms`;
      engine.process.kill('SIGKILL');
    };
    this.#clock.sleep(limitMs, engine.waiting.signal).then(kill, () => undefined);
  }

  #receive(engine: Engine, reply: EmbeddingReply): void {
    const job = engine.current;
    engine.waiting.abort(OVER);
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

  /** A process that never became ready will not do so next time either: everything queued fails with it. */
  #crashed(engine: Engine, reason: string): void {
    if (this.#engine !== engine) return;
    this.#engine = undefined;
    engine.waiting.abort(OVER);
    // What could not be reached may live on.
    engine.process.kill('SIGKILL');
    if (!engine.ready) this.#failAll(`The offline embedding model did not start: ${reason}`);
    else if (engine.current !== undefined) this.#fail(engine.current, 'unavailable', reason);
    if (!this.#closed) this.#work();
  }

  #failAll(message: string): void {
    for (const job of this.#queue.drain()) job.reject(new ProviderError('unavailable', message));
  }
}

/** Whether the server's own process waits for the child before it ends. */
function holdOpen(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
