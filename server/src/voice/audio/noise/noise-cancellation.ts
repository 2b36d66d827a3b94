import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { AudioThread, type ModulePort } from '../../audio-thread/audio-thread.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import type { NoiseBatch, NoiseReply, NoiseRequest } from './noise-protocol.ts';
import { type NoiseQueue, NoiseStream, type NoisyFrame } from './noise-stream.ts';

const MODULE = new URL('./noise.worker-module.ts', import.meta.url);
const COLLECT_MS = 3;
/** Maximum milliseconds of work per second; the CPU also serves the calls themselves. */
const BUDGET_MS = 600;
/** Initial estimate of the work for one second of one call. */
const INITIAL_COST_MS = 20;
const FRAMES_PER_SECOND = 50;
/** Weight of one batch in the moving average of the cost. */
const COST_WEIGHT = 0.02;
/** Wait after the worker thread failed before restarting it. */
const RESTART_AFTER_MS = 10_000;

export interface NoiseCancellationOptions {
  clock: Clock;
  log: Log;
  /** The shared worker thread; a new one by default. */
  thread?: AudioThread;
  /** Worker module to load instead, for failure tests. */
  module?: URL;
}

/**
 * Noise cancellation for all calls, in one worker thread. It never delays speech for long: while the thread is
 * overloaded or unavailable, audio passes through unprocessed.
 */
export class NoiseCancellation implements NoiseQueue {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #thread: AudioThread;
  readonly #module: URL;
  readonly #streams = new Set<NoiseStream>();
  #port: ModulePort | null = null;
  #isReady = false;
  #admitted = 0;
  #costMs = INITIAL_COST_MS;
  #restartAtMs = Number.NEGATIVE_INFINITY;
  #isCollecting = false;
  #isClosed = false;
  #queue: NoisyFrame[] = [];
  #cleaning: NoisyFrame[] = [];
  #nextId = 0;

  constructor({ clock, log, thread = new AudioThread(), module = MODULE }: NoiseCancellationOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#thread = thread;
    this.#module = module;
  }

  /**
   * @param listener receives one frame for each pushed frame, immediately or a little later
   * @param noiseKept see `NoiseCanceller`
   */
  open(
    sampleRateHz: SampleRateHz,
    listener: (frame: Int16Array) => void,
    noiseKept: () => void = () => undefined,
  ): NoiseStream {
    const stream = new NoiseStream({ id: this.#nextId, sampleRateHz }, this, {
      frame: listener,
      noiseKept,
    });
    this.#nextId = (this.#nextId + 1) % 2 ** 31;
    this.#streams.add(stream);
    if (this.#port === null) this.#load();
    else this.#post({ type: 'open', stream: stream.id, sampleRateHz });
    return stream;
  }

  isAvailable(): boolean {
    if (this.#port === null) this.#load();
    return this.#isReady;
  }

  admit(): boolean {
    const isAffordable = (this.#admitted + 1) * this.#costMs <= BUDGET_MS;
    if (isAffordable) this.#admitted += 1;
    return isAffordable;
  }

  release(): void {
    this.#admitted -= 1;
  }

  add(frame: NoisyFrame): void {
    this.#queue.push(frame);
    if (!this.#isCollecting && this.#cleaning.length === 0) void this.#collect();
  }

  forget(stream: NoiseStream): void {
    this.#streams.delete(stream);
    this.#queue = this.#queue.filter((frame) => frame.stream !== stream);
    this.#post({ type: 'forget', stream: stream.id });
  }

  /** Open streams pass audio through unprocessed from now on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const port = this.#port;
    this.#lose();
    await port?.unload();
  }

  #load(): void {
    if (this.#isClosed || this.#clock.monotonicMs() < this.#restartAtMs) return;
    const port: ModulePort = this.#thread.load<NoiseReply>(this.#module, {
      onReply: (reply) => {
        if (this.#port === port) this.#receive(reply);
      },
      onLost: (reason) => {
        if (this.#port !== port) return;
        this.#log.error({ reason }, 'Noise cancellation stopped and restarts shortly.');
        this.#restartAtMs = this.#clock.monotonicMs() + RESTART_AFTER_MS;
        this.#lose();
      },
    });
    this.#port = port;
    for (const { id, sampleRateHz } of this.#streams) this.#post({ type: 'open', stream: id, sampleRateHz });
  }

  #receive(reply: NoiseReply): void {
    if (reply.type === 'ready') {
      this.#isReady = true;
      return;
    }
    const cleaned = this.#cleaning;
    this.#cleaning = [];
    const costMs = (reply.tookMs / cleaned.length) * FRAMES_PER_SECOND;
    this.#costMs += (costMs - this.#costMs) * COST_WEIGHT;
    let start = 0;
    for (const frame of cleaned) {
      // Copied, because the listener may keep the frame.
      frame.stream.cleaned(frame, reply.samples.slice(start, start + frame.raw.length));
      start += frame.raw.length;
    }
    if (!this.#isCollecting) this.#send();
  }

  async #collect(): Promise<void> {
    this.#isCollecting = true;
    await this.#clock.sleep(COLLECT_MS);
    this.#isCollecting = false;
    if (this.#cleaning.length === 0) this.#send();
  }

  #send(): void {
    if (this.#queue.length === 0 || !this.#isReady) return;
    const frames = this.#queue.splice(0);
    this.#cleaning = frames.filter((frame) => !frame.isOverdue);
    for (const frame of frames) if (frame.isOverdue) frame.stream.cleaned(frame, null);
    if (this.#cleaning.length === 0) return;
    const batch = batchOf(this.#cleaning);
    this.#post(batch, [batch.streams.buffer, batch.samples.buffer]);
  }

  #post(request: NoiseRequest, buffers: ArrayBuffer[] = []): void {
    this.#port?.post(request, buffers);
  }

  #lose(): void {
    this.#port = null;
    this.#isReady = false;
    const frames = [...this.#cleaning, ...this.#queue];
    this.#cleaning = [];
    this.#queue = [];
    for (const frame of frames) frame.stream.cleaned(frame, null);
  }
}

function batchOf(frames: readonly NoisyFrame[]): NoiseBatch {
  const samples = new Int16Array(frames.reduce((sum, { raw }) => sum + raw.length, 0));
  let start = 0;
  for (const { raw } of frames) {
    samples.set(raw, start);
    start += raw.length;
  }
  return { type: 'clean', streams: Int32Array.from(frames, ({ stream }) => stream.id), samples };
}
