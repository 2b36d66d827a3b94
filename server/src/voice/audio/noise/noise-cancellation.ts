import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { AudioThread, type ModulePort } from '../../audio-thread/audio-thread.ts';
import { frameSamples, type SampleRateHz } from '../../legs/media-leg.ts';
import { EnergyGate } from '../../vad/energy-gate.ts';
import type { NoiseBatch, NoiseReply, NoiseRequest } from './noise-protocol.ts';

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

/** A frame sent to the worker; `raw` is emitted if the result comes too late. */
interface NoisyFrame {
  stream: NoiseStream;
  raw: Int16Array;
  /** Already emitted unprocessed; the result is ignored. */
  isOverdue: boolean;
}

interface NoiseQueue {
  /** Reserves capacity for a stream until it is silent again; pair with `release`. */
  admit(): boolean;
  release(): void;
  /** True if the worker is ready. Restarts a failed worker after its backoff. */
  isAvailable(): boolean;
  add(frame: NoisyFrame): void;
  forget(stream: NoiseStream): void;
}

interface NoiseListener {
  frame(frame: Int16Array): void;
  /** Called once, after a second of audio has passed through unprocessed. */
  noiseKept(): void;
}

/** One second. Less is normal at process start or during a short overload. */
const REPORT_AFTER_FRAMES = 50;

/** 80 ms. A longer delay of speech is worse than noise. */
const MAX_PENDING = 4;

/** The stream of one call. Every pushed frame comes out once, in order, with the same length. */
class NoiseStream {
  readonly id: number;
  readonly sampleRateHz: SampleRateHz;
  readonly #queue: NoiseQueue;
  readonly #listener: NoiseListener;
  readonly #gate = new EnergyGate();
  #pending: NoisyFrame[] = [];
  #isClosed = false;
  /** True if the worker has capacity for this stream; null while it is silent. */
  #isAdmitted: boolean | null = null;
  /** Frames emitted unprocessed whose results are still pending. Until they arrive, no new frames are sent. */
  #overdue = 0;
  /** Non-silent frames emitted unprocessed. */
  #rawFrames = 0;

  constructor(call: { id: number; sampleRateHz: SampleRateHz }, queue: NoiseQueue, listener: NoiseListener) {
    this.id = call.id;
    this.sampleRateHz = call.sampleRateHz;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** @param frame 20 ms; may be passed on to the listener */
  push(frame: Int16Array): void {
    if (this.#isClosed) return;
    const isLoud = this.#gate.classify(frame) !== 'silent';
    const isWhole = frame.length === frameSamples(this.sampleRateHz);
    // Silence needs no processing, unless it would overtake frames in flight.
    if (isLoud) this.#isAdmitted ??= this.#queue.admit();
    else if (this.#pending.length === 0) this.#release();
    if (this.#isAdmitted !== true || !isWhole || this.#overdue > 0 || !this.#queue.isAvailable()) {
      this.flushRaw();
      this.#listener.frame(frame);
      if (isLoud) this.#countRaw(1);
      return;
    }
    const noisy: NoisyFrame = { stream: this, raw: frame, isOverdue: false };
    this.#pending.push(noisy);
    this.#queue.add(noisy);
    if (this.#pending.length > MAX_PENDING) this.flushRaw();
  }

  /** @param samples the worker's result; null to emit the frame unprocessed */
  cleaned(frame: NoisyFrame, samples: Int16Array | null): void {
    if (frame.isOverdue) {
      this.#overdue -= 1;
      return;
    }
    this.#pending.shift();
    if (!this.#isClosed) this.#listener.frame(samples ?? frame.raw);
  }

  /** Emits all pending frames unprocessed. */
  flushRaw(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#overdue += pending.length;
    for (const frame of pending) {
      frame.isOverdue = true;
      if (!this.#isClosed) this.#listener.frame(frame.raw);
    }
    this.#countRaw(pending.length);
  }

  /** Emits pending frames, then nothing more. */
  close(): void {
    if (this.#isClosed) return;
    this.flushRaw();
    this.#isClosed = true;
    this.#release();
    this.#queue.forget(this);
  }

  #countRaw(frames: number): void {
    const before = this.#rawFrames;
    this.#rawFrames += frames;
    const isReported = before < REPORT_AFTER_FRAMES && this.#rawFrames >= REPORT_AFTER_FRAMES;
    if (isReported && !this.#isClosed) this.#listener.noiseKept();
  }

  #release(): void {
    if (this.#isAdmitted === true) this.#queue.release();
    this.#isAdmitted = null;
  }
}
