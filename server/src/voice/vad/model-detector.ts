import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { AudioThread, type ModulePort } from '../audio-thread/audio-thread.ts';
import { EnergyVoiceActivityDetector } from './energy-detector.ts';
import { ModelStream, type VadQueue, type WaitingFrame } from './model-stream.ts';
import { VAD_FRAME_SAMPLES } from './vad-frames.ts';
import type { VadBatch, VadReply, VadRequest } from './vad-protocol.ts';
import type { VoiceActivityDetector, VoiceActivityListener, VoiceActivityStream } from './voice-activity.ts';

const MODULE = new URL('./vad.worker-module.ts', import.meta.url);
/** How long frames of several calls are collected; single frames would cost five times as much. */
const COLLECT_MS = 3;
const MAX_BATCH = 512;
/** More streams than a machine can carry. Further calls use energy-based VAD. */
const MAX_STREAMS = 2000;
/** A thread without a reply for this long is replaced. */
const MAX_REPLY_MS = 5000;
/** After this many failures within a minute, fall back to energy-based VAD. */
const MAX_LOST = 3;
const LOST_WITHIN_MS = 60_000;

export interface ModelDetectorOptions {
  clock: Clock;
  log: Log;
  /** The shared worker thread; a new one by default. */
  thread?: AudioThread;
  /** Worker module to load instead, for failure tests. */
  module?: URL;
}

/** The active method: the model, or signal energy if it cannot run. */
export type VoiceActivityMethod = 'model' | 'loudness';

/**
 * Silero VAD for all calls in one worker thread: frames are collected for a few milliseconds and processed in
 * batches. A failed thread is replaced and its pending frames are classified by energy. If the model cannot run (CPU
 * without SIMD), energy-based VAD is used and logged.
 */
export class ModelVoiceActivityDetector implements VoiceActivityDetector, VadQueue {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #thread: AudioThread;
  readonly #module: URL;
  readonly #loudness = new EnergyVoiceActivityDetector();
  readonly #streams = new Map<number, ModelStream>();
  readonly #method = Promise.withResolvers<VoiceActivityMethod>();
  #port: VadPort | null = null;
  #isGivenUp = false;
  #isCollecting = false;
  #queue: WaitingFrame[] = [];
  #predicting: WaitingFrame[] = [];
  #sentAtMs = 0;
  #lostAtMs: number[] = [];
  #nextId = 0;
  #closing: Promise<void> | null = null;

  constructor({ clock, log, thread = new AudioThread(), module = MODULE }: ModelDetectorOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#thread = thread;
    this.#module = module;
  }

  get usesModel(): boolean {
    return !this.#isGivenUp && this.#closing === null;
  }

  /** Loads the model, as the first call would otherwise. Resolves to the method in use. */
  start(): Promise<VoiceActivityMethod> {
    if (!this.#isGivenUp && this.#closing === null) this.#port ??= this.#load();
    return this.#method.promise;
  }

  open(listener: VoiceActivityListener): VoiceActivityStream {
    if (this.#streams.size >= MAX_STREAMS) return this.#loudness.open(listener);
    void this.start();
    const stream = new ModelStream(this.#nextId, this, listener);
    this.#nextId = (this.#nextId + 1) % 2 ** 31;
    this.#streams.set(stream.id, stream);
    return stream;
  }

  add(frame: WaitingFrame): void {
    this.#queue.push(frame);
    if (this.#clock.monotonicMs() - this.#sentAtMs > MAX_REPLY_MS && this.#isBusy()) {
      this.#replace('no reply', false);
    }
    if (!this.#isCollecting && !this.#isBusy()) void this.#collect();
  }

  forget(stream: ModelStream): void {
    this.#streams.delete(stream.id);
    if (this.#port?.isReady === true) this.#port.post({ type: 'forget', stream: stream.id });
  }

  /** Unloads the module; open streams report nothing more. */
  close(): Promise<void> {
    if (this.#closing === null) {
      this.#method.resolve('loudness');
      for (const stream of [...this.#streams.values()]) stream.close();
      this.#closing = this.#port?.unload() ?? Promise.resolve();
      this.#port = null;
    }
    return this.#closing;
  }

  #isBusy(): boolean {
    return this.#predicting.length > 0 || this.#port?.isReady !== true;
  }

  #load(): VadPort {
    this.#sentAtMs = this.#clock.monotonicMs();
    const port: VadPort = new VadPort(this.#thread, this.#module, {
      ready: () => {
        this.#method.resolve('model');
        this.#send();
      },
      predicted: (probabilities) => this.#deliver(probabilities),
      lost: (reason, isFinal) => {
        if (this.#port === port) this.#replace(reason, isFinal);
      },
    });
    return port;
  }

  async #collect(): Promise<void> {
    this.#isCollecting = true;
    await this.#clock.sleep(COLLECT_MS);
    this.#isCollecting = false;
    if (!this.#isBusy()) this.#send();
  }

  #send(): void {
    if (this.#queue.length === 0) return;
    this.#predicting = this.#queue.splice(0, MAX_BATCH);
    this.#sentAtMs = this.#clock.monotonicMs();
    const batch = batchOf(this.#predicting);
    this.#port?.post(batch, [batch.streams.buffer, batch.fresh.buffer, batch.samples.buffer]);
  }

  #deliver(probabilities: Float32Array): void {
    const predicted = this.#predicting;
    this.#predicting = [];
    predicted.forEach((frame, index) => {
      frame.stream.predicted(frame, probabilities[index] ?? 0);
    });
    if (!this.#isBusy()) this.#send();
  }

  #replace(reason: string, isFinal: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    const lost = this.#port;
    this.#port = null;
    this.#lostAtMs = [...this.#lostAtMs.filter((atMs) => nowMs - atMs < LOST_WITHIN_MS), nowMs];
    this.#isGivenUp = isFinal || this.#lostAtMs.length >= MAX_LOST;
    if (this.#isGivenUp) {
      this.#method.resolve('loudness');
      const message =
        'The voice activity model cannot run. Falling back to loudness. Run `parley doctor` for details.';
      this.#log.error({ reason }, message);
    } else {
      this.#log.warn({ reason }, 'The voice activity model stopped and was restarted.');
    }
    void lost?.unload();
    for (const stream of this.#streams.values()) stream.stateLost();
    const unpredicted = [...this.#predicting, ...this.#queue];
    this.#predicting = [];
    this.#queue = [];
    for (const frame of unpredicted) frame.stream.predicted(frame, null);
    if (!this.#isGivenUp) this.#port = this.#load();
  }
}

function batchOf(frames: readonly WaitingFrame[]): VadBatch {
  const samples = new Int16Array(frames.length * VAD_FRAME_SAMPLES);
  frames.forEach((frame, index) => {
    samples.set(frame.samples, index * VAD_FRAME_SAMPLES);
  });
  return {
    type: 'predict',
    streams: Int32Array.from(frames, (frame) => frame.stream.id),
    fresh: Uint8Array.from(frames, (frame) => Number(frame.isFresh)),
    samples,
  };
}

interface VadPortListener {
  ready(): void;
  predicted(probabilities: Float32Array): void;
  /** The last event of the module. `isFinal` if a retry would fail too. */
  lost(reason: string, isFinal: boolean): void;
}

/** Connection to the VAD worker module. */
class VadPort {
  readonly #port: ModulePort;
  #listener: VadPortListener | null;
  #isReady = false;

  constructor(thread: AudioThread, module: URL, listener: VadPortListener) {
    this.#listener = listener;
    this.#port = thread.load<VadReply>(module, {
      onReply: (reply) => this.#receive(reply),
      onLost: (reason, isFinal) => {
        const listener = this.#listener;
        this.#listener = null;
        listener?.lost(reason, isFinal);
      },
    });
  }

  get isReady(): boolean {
    return this.#isReady && this.#listener !== null;
  }

  post(request: VadRequest, buffers: ArrayBuffer[] = []): void {
    this.#port.post(request, buffers);
  }

  /** Unloads the module. The listener is no longer called. */
  unload(): Promise<void> {
    this.#listener = null;
    return this.#port.unload();
  }

  #receive(reply: VadReply): void {
    if (reply.type === 'predicted') {
      this.#listener?.predicted(reply.probabilities);
      return;
    }
    this.#isReady = true;
    this.#listener?.ready();
  }
}
