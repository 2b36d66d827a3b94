import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { SoundThread } from '../sound-thread/sound-thread.ts';
import { EnergyVoiceActivityDetector } from './energy-detector.ts';
import { type FrameQueue, ModelStream, type WaitingFrame } from './model-stream.ts';
import { VadDoor } from './vad-door.ts';
import type { VadBatch } from './vad-protocol.ts';
import type { VoiceActivityDetector, VoiceActivityListener, VoiceActivityStream } from './voice-activity.ts';
import { FRAME_SAMPLES } from './voice-frames.ts';

const ROOM = new URL('./vad.room.ts', import.meta.url);
/** How long frames of several calls gather: one by one they would cost five times as much. */
const GATHER_MS = 3;
const MAX_BATCH = 512;
/** Calls beyond are judged by loudness: more than a machine can carry. */
const MAX_STREAMS = 2000;
/** A thread that answers nothing for so long is replaced. */
const MAX_ANSWER_MS = 5000;
/** So many threads lost within a minute, and no other is started. */
const MAX_LOST = 3;
const LOST_WITHIN_MS = 60_000;

export interface ModelDetectorOptions {
  clock: Clock;
  log: Log;
  /** Where it works, beside others; without it a thread of its own. */
  thread?: SoundThread;
  /** What works there, for tests of its failures. */
  room?: URL;
}

/** How voice activity is told: by the model, or, where it cannot run, by loudness. */
export type VoiceActivityMethod = 'model' | 'loudness';

/**
 * Hears speech with Silero VAD in one thread for all calls: their frames gather for a few milliseconds and are judged
 * together. A thread that dies is replaced, and what waited for it is judged by loudness; where the model cannot run
 * (a processor without vectors), loudness decides, and the log says so.
 */
export class ModelVoiceActivityDetector implements VoiceActivityDetector, FrameQueue {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #thread: SoundThread;
  readonly #room: URL;
  readonly #loudness = new EnergyVoiceActivityDetector();
  readonly #streams = new Map<number, ModelStream>();
  readonly #method = Promise.withResolvers<VoiceActivityMethod>();
  #door: VadDoor | null = null;
  #isGivenUp = false;
  #isGathering = false;
  #queue: WaitingFrame[] = [];
  #judging: WaitingFrame[] = [];
  #askedAtMs = 0;
  #lostAtMs: number[] = [];
  #nextId = 0;
  #closing: Promise<void> | null = null;

  constructor({ clock, log, thread = new SoundThread(), room = ROOM }: ModelDetectorOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#thread = thread;
    this.#room = room;
  }

  get usesModel(): boolean {
    return !this.#isGivenUp && this.#closing === null;
  }

  /** Loads the model, which the first call does otherwise; resolves to what will judge. */
  start(): Promise<VoiceActivityMethod> {
    if (!this.#isGivenUp && this.#closing === null) this.#door ??= this.#enter();
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
    if (this.#clock.monotonicMs() - this.#askedAtMs > MAX_ANSWER_MS && this.#isBusy()) {
      this.#replace('it does not answer', false);
    }
    if (!this.#isGathering && !this.#isBusy()) void this.#gather();
  }

  forget(stream: ModelStream): void {
    this.#streams.delete(stream.id);
    if (this.#door?.isReady === true) this.#door.post({ type: 'forget', stream: stream.id });
  }

  /** Leaves the thread; streams that are open are told nothing any more. */
  close(): Promise<void> {
    if (this.#closing === null) {
      this.#method.resolve('loudness');
      for (const stream of [...this.#streams.values()]) stream.close();
      this.#closing = this.#door?.leave() ?? Promise.resolve();
      this.#door = null;
    }
    return this.#closing;
  }

  #isBusy(): boolean {
    return this.#judging.length > 0 || this.#door?.isReady !== true;
  }

  #enter(): VadDoor {
    this.#askedAtMs = this.#clock.monotonicMs();
    const door: VadDoor = new VadDoor(this.#thread, this.#room, {
      ready: () => {
        this.#method.resolve('model');
        this.#send();
      },
      judged: (probabilities) => this.#deliver(probabilities),
      lost: (reason, isFinal) => {
        if (this.#door === door) this.#replace(reason, isFinal);
      },
    });
    return door;
  }

  async #gather(): Promise<void> {
    this.#isGathering = true;
    await this.#clock.sleep(GATHER_MS);
    this.#isGathering = false;
    if (!this.#isBusy()) this.#send();
  }

  #send(): void {
    if (this.#queue.length === 0) return;
    this.#judging = this.#queue.splice(0, MAX_BATCH);
    this.#askedAtMs = this.#clock.monotonicMs();
    const batch = batchOf(this.#judging);
    this.#door?.post(batch, [batch.streams.buffer, batch.fresh.buffer, batch.samples.buffer]);
  }

  #deliver(probabilities: Float32Array): void {
    const judged = this.#judging;
    this.#judging = [];
    judged.forEach((frame, index) => {
      frame.stream.judged(frame, probabilities[index] ?? 0);
    });
    if (!this.#isBusy()) this.#send();
  }

  #replace(reason: string, isFinal: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    const lost = this.#door;
    this.#door = null;
    this.#lostAtMs = [...this.#lostAtMs.filter((atMs) => nowMs - atMs < LOST_WITHIN_MS), nowMs];
    this.#isGivenUp = isFinal || this.#lostAtMs.length >= MAX_LOST;
    if (this.#isGivenUp) {
      this.#method.resolve('loudness');
      const message =
        'Voice activity is judged by loudness alone: the model cannot run. `parley doctor` tells more.';
      this.#log.error({ reason }, message);
    } else {
      this.#log.warn({ reason }, 'The voice activity model stopped and is started again.');
    }
    void lost?.leave();
    for (const stream of this.#streams.values()) stream.forgotten();
    const unjudged = [...this.#judging, ...this.#queue];
    this.#judging = [];
    this.#queue = [];
    for (const frame of unjudged) frame.stream.judged(frame, null);
    if (!this.#isGivenUp) this.#door = this.#enter();
  }
}

function batchOf(frames: readonly WaitingFrame[]): VadBatch {
  const samples = new Int16Array(frames.length * FRAME_SAMPLES);
  frames.forEach((frame, index) => {
    samples.set(frame.samples, index * FRAME_SAMPLES);
  });
  return {
    type: 'judge',
    streams: Int32Array.from(frames, (frame) => frame.stream.id),
    fresh: Uint8Array.from(frames, (frame) => Number(frame.isFresh)),
    samples,
  };
}
