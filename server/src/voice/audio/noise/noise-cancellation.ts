import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import { type RoomDoor, SoundThread } from '../../sound-thread/sound-thread.ts';
import type { NoiseBatch, NoiseReply, NoiseRequest } from './noise-protocol.ts';
import { type NoiseQueue, NoiseStream, type NoisyFrame } from './noise-stream.ts';

const ROOM = new URL('./noise.room.ts', import.meta.url);
const GATHER_MS = 3;
/** Of every second, what the thread may work at most: the rest of the machine holds calls. */
const BUDGET_MS = 600;
/** What a second of one call costs, until it is known. */
const FIRST_COST_MS = 20;
const FRAMES_PER_SECOND = 50;
/** How much one batch changes what a call is thought to cost. */
const COST_MOVES = 0.02;
/** A thread that was lost is not tried again for so long. */
const REST_MS = 10_000;

export interface NoiseCancellationOptions {
  clock: Clock;
  log: Log;
  /** Where it works, beside others; without it a thread of its own. */
  thread?: SoundThread;
  /** What works there, for tests of its failures. */
  room?: URL;
}

/**
 * Takes noise away from what callers say, in one thread for all calls. It never keeps speech waiting: while the thread cannot keep
 * up, or is gone, calls are passed on as they are.
 */
export class NoiseCancellation implements NoiseQueue {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #thread: SoundThread;
  readonly #room: URL;
  readonly #streams = new Set<NoiseStream>();
  #door: RoomDoor | null = null;
  #isReady = false;
  #admitted = 0;
  #costMs = FIRST_COST_MS;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  #isGathering = false;
  #isClosed = false;
  #queue: NoisyFrame[] = [];
  #cleaning: NoisyFrame[] = [];
  #nextId = 0;

  constructor({ clock, log, thread = new SoundThread(), room = ROOM }: NoiseCancellationOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#thread = thread;
    this.#room = room;
  }

  /**
   * @param listener gets a frame for each one that is pushed, at once or a little later.
   * @param noiseKept as in `NoiseCanceller`
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
    if (this.#door === null) this.#enter();
    else this.#post({ type: 'open', stream: stream.id, sampleRateHz });
    return stream;
  }

  works(): boolean {
    if (this.#door === null) this.#enter();
    return this.#isReady;
  }

  admits(): boolean {
    const isAffordable = (this.#admitted + 1) * this.#costMs <= BUDGET_MS;
    if (isAffordable) this.#admitted += 1;
    return isAffordable;
  }

  release(): void {
    this.#admitted -= 1;
  }

  add(frame: NoisyFrame): void {
    this.#queue.push(frame);
    if (!this.#isGathering && this.#cleaning.length === 0) void this.#gather();
  }

  forget(stream: NoiseStream): void {
    this.#streams.delete(stream);
    this.#queue = this.#queue.filter((frame) => frame.stream !== stream);
    this.#post({ type: 'forget', stream: stream.id });
  }

  /** Calls that are open are passed on as they are. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const door = this.#door;
    this.#lose();
    await door?.leave();
  }

  #enter(): void {
    if (this.#isClosed || this.#clock.monotonicMs() < this.#restsUntilMs) return;
    const door: RoomDoor = this.#thread.enter<NoiseReply>(this.#room, {
      replied: (reply) => {
        if (this.#door === door) this.#receive(reply);
      },
      lost: (reason) => {
        if (this.#door !== door) return;
        this.#log.error({ reason }, 'Noise is not taken away for a while: its thread stopped.');
        this.#restsUntilMs = this.#clock.monotonicMs() + REST_MS;
        this.#lose();
      },
    });
    this.#door = door;
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
    this.#costMs += (costMs - this.#costMs) * COST_MOVES;
    let start = 0;
    for (const frame of cleaned) {
      // A copy: the listener may keep its frame for as long as it likes.
      frame.stream.cleaned(frame, reply.samples.slice(start, start + frame.raw.length));
      start += frame.raw.length;
    }
    if (!this.#isGathering) this.#send();
  }

  async #gather(): Promise<void> {
    this.#isGathering = true;
    await this.#clock.sleep(GATHER_MS);
    this.#isGathering = false;
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
    this.#door?.post(request, buffers);
  }

  #lose(): void {
    this.#door = null;
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
