import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.ts';
import type { VadReply, VadRequest } from './vad-protocol.ts';

/** What it makes is short-lived and small: without a limit its garbage grows to ten times as much before it is looked at. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };
/** How long a thread may take to end by itself; native code is not cut off lightly. */
const END_MS = 2000;

export interface VadThreadListener {
  ready(): void;
  judged(probabilities: Float32Array): void;
  /** Nothing follows. `isFinal`: another thread would fare no better. */
  lost(reason: string, isFinal: boolean): void;
}

/** One thread that judges frames. It is told to end once, by whoever made it. */
export class VadThread {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #exited = Promise.withResolvers<void>();
  #listener: VadThreadListener | null;
  #isReady = false;

  constructor(workerFile: URL, clock: Clock, listener: VadThreadListener) {
    this.#listener = listener;
    this.#clock = clock;
    this.#worker = new Worker(workerFile, { name: 'voice-activity', resourceLimits: MEMORY });
    this.#worker.on('message', (reply: VadReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#lose(error.message, !this.#isReady));
    this.#worker.on('exit', (code) => {
      this.#exited.resolve();
      this.#lose(`exit code ${code}`, !this.#isReady);
    });
  }

  get isReady(): boolean {
    return this.#isReady && this.#listener !== null;
  }

  post(request: VadRequest, buffers: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, buffers);
  }

  /** Nothing is told any more; resolves when the thread is gone. */
  async end(): Promise<void> {
    this.#listener = null;
    this.post({ type: 'end' });
    const enough = new AbortController();
    const tooLong = this.#clock.sleep(END_MS, enough.signal).catch(() => undefined);
    await Promise.race([this.#exited.promise, tooLong]);
    enough.abort();
    await this.#worker.terminate();
  }

  #receive(reply: VadReply): void {
    if (reply.type === 'ready') this.#isReady = true;
    if (reply.type === 'ready') this.#listener?.ready();
    else if (reply.type === 'judged') this.#listener?.judged(reply.probabilities);
    else this.#lose(reply.reason, true);
  }

  #lose(reason: string, isFinal: boolean): void {
    const listener = this.#listener;
    this.#listener = null;
    listener?.lost(reason, isFinal);
  }
}
