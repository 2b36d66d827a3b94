import { FRAME_MS, frameSamples, type MediaLeg } from '../legs/media-leg.ts';

/** Volume while the customer says a back-channel: −12 dB. */
const DUCKED_GAIN = 0.25;
/** Duration of a change between the two volumes, which avoids clicks. */
const RAMP_MS = 60;

interface Item {
  id: string;
  audio: ReplyAudio;
  read: number;
  isComplete: boolean;
  sent: SentSegments;
}

/**
 * Plays replies to a leg one after another. Knows to the millisecond how much of each was heard, even with a remote
 * playout buffer: discarded audio counts as not sent.
 */
export class Playback {
  readonly #leg: Pick<MediaLeg, 'unplayedMs' | 'clear'>;
  readonly #samplesPerMs: number;
  readonly #items: Item[] = [];
  readonly #onRetracted: (ms: number) => void;
  #sentMs = 0;
  #isPaused = false;
  #isHeld = false;
  /** The reply of the last filled frame, its number of samples, and the gain at its end. */
  #filled: Item | null = null;
  #filledSamples = 0;
  #filledGain = 1;
  /** Gain of the last sent sample, and the one to reach. */
  #gain = 1;
  #targetGain = 1;

  /** @param onRetracted called with the duration of sent audio that was discarded unplayed */
  constructor(
    leg: Pick<MediaLeg, 'sampleRateHz' | 'unplayedMs' | 'clear'>,
    onRetracted: (ms: number) => void = () => undefined,
  ) {
    this.#leg = leg;
    this.#onRetracted = onRetracted;
    this.#samplesPerMs = frameSamples(leg.sampleRateHz) / FRAME_MS;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Queues a reply at the end, or at the front, where it plays before the rest of the current reply. */
  open(id: string, position: 'last' | 'first' = 'last'): void {
    const item = { id, audio: new ReplyAudio(), read: 0, isComplete: false, sent: new SentSegments() };
    if (position === 'last') this.#items.push(item);
    else this.#items.unshift(item);
  }

  /** Appends audio; dropped if the reply is not open. */
  push(id: string, samples: Int16Array): void {
    this.#find(id)?.audio.append(samples);
  }

  complete(id: string): void {
    const item = this.#find(id);
    if (item !== undefined) item.isComplete = true;
  }

  /**
   * Fills the next 20 ms. Call `sent` once the leg took the frame.
   * @returns the reply id; null if there is no speech, which leaves the frame unchanged
   */
  next(frame: Int16Array): string | null {
    this.#filled = null;
    if (this.#isPaused || this.#isHeld) return null;
    const item = this.#items.find((one) => !one.isComplete || one.read < one.audio.length);
    if (item === undefined) return null;
    const available = item.audio.length - item.read;
    if (available === 0 || (available < frame.length && !item.isComplete)) return null;
    this.#filled = item;
    this.#filledSamples = item.audio.read(item.read, frame);
    this.#applyGain(frame.subarray(0, this.#filledSamples));
    return item.id;
  }

  /** The leg took the frame. Otherwise `next` fills the same audio again. */
  sent(): void {
    const item = this.#filled;
    if (item !== null) {
      const lengthMs = this.#filledSamples / this.#samplesPerMs;
      item.sent.add(this.#sentMs, item.read / this.#samplesPerMs, lengthMs);
      item.read += this.#filledSamples;
      this.#gain = this.#filledGain;
    }
    this.#sentMs += FRAME_MS;
  }

  /**
   * Audio of a reply that can be played now, 0 if it is not open. A partial frame counts only once the reply is
   * complete.
   */
  bufferedMs(id: string): number {
    const item = this.#find(id);
    if (item === undefined) return 0;
    const leftMs = (item.audio.length - item.read) / this.#samplesPerMs;
    return leftMs < FRAME_MS && !item.isComplete ? 0 : leftMs;
  }

  /** Audio of a reply received so far; 0 if it is not open. */
  receivedMs(id: string): number {
    return (this.#find(id)?.audio.length ?? 0) / this.#samplesPerMs;
  }

  heardMs(id: string): number {
    return this.#find(id)?.sent.heardMs(this.#playedMs()) ?? 0;
  }

  /** Removes and returns the first reply once it was heard completely; null otherwise. */
  takeFinished(): { id: string; heardMs: number } | null {
    const item = this.#items[0];
    if (item === undefined) return null;
    const playedMs = this.#playedMs();
    const heardMs = item.sent.heardMs(playedMs);
    item.audio.release(Math.floor(heardMs * this.#samplesPerMs));
    const isOver = item.isComplete && item.read >= item.audio.length;
    if (!isOver || heardMs + 1 / this.#samplesPerMs < item.audio.length / this.#samplesPerMs) return null;
    this.#items.shift();
    return { id: item.id, heardMs };
  }

  /** Stops immediately; audio not played by the remote side is discarded and sent again after `resume`. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#clearUnplayed();
  }

  /** Plays at a lower volume, from where it paused. */
  duck(): void {
    this.#play(DUCKED_GAIN);
  }

  /** Plays at full volume, from where it paused. */
  resume(): void {
    this.#play(1);
  }

  /** True if everything received so far, apart from a partial frame, was heard. */
  get isHeard(): boolean {
    const playedMs = this.#playedMs();
    return this.#items.every((item) => {
      const heardMs = item.sent.heardMs(playedMs);
      const isSent = this.bufferedMs(item.id) === 0;
      return isSent && heardMs + 1 / this.#samplesPerMs >= item.read / this.#samplesPerMs;
    });
  }

  /** Sends nothing until `release`; what was sent plays on. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  /** The last `ms` of sent audio were discarded unplayed; they will be sent again. */
  lost(ms: number): void {
    if (ms <= 0) return;
    this.#sentMs -= ms;
    this.#onRetracted(ms);
    for (const item of this.#items) {
      item.sent.truncate(this.#sentMs);
      const heard = Math.round(item.sent.heardMs(this.#sentMs) * this.#samplesPerMs);
      item.read = Math.max(item.audio.begin, heard);
    }
  }

  /** Removes a reply, stopping it immediately. @returns the duration heard */
  cut(id: string): number {
    const item = this.#find(id);
    if (item === undefined) return 0;
    this.#clearUnplayed();
    const heardMs = item.sent.heardMs(this.#sentMs);
    this.#items.splice(this.#items.indexOf(item), 1);
    return heardMs;
  }

  #play(gain: number): void {
    this.#targetGain = gain;
    if (this.#isPaused) this.#gain = gain;
    this.#isPaused = false;
  }

  #applyGain(samples: Int16Array): void {
    this.#filledGain = this.#gain;
    if (this.#gain === 1 && this.#targetGain === 1) return;
    const step = (1 - DUCKED_GAIN) / (RAMP_MS * this.#samplesPerMs);
    samples.forEach((sample, index) => {
      const change = Math.max(-step, Math.min(step, this.#targetGain - this.#filledGain));
      this.#filledGain += change;
      samples[index] = Math.round(sample * this.#filledGain);
    });
  }

  #find(id: string): Item | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #playedMs(): number {
    return this.#sentMs - this.#leg.unplayedMs();
  }

  #clearUnplayed(): void {
    this.lost(this.#leg.clear());
  }
}

/** Audio of one reply as it arrives, readable from any position not released. Positions are in samples. */
class ReplyAudio {
  readonly #chunks: { start: number; samples: Int16Array }[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The first position not released. */
  get begin(): number {
    return this.#chunks[0]?.start ?? this.#length;
  }

  append(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#chunks.push({ start: this.#length, samples });
    this.#length += samples.length;
  }

  /** Fills `frame` from `position`; returns the number of samples. */
  read(position: number, frame: Int16Array): number {
    let filled = 0;
    for (const { start, samples } of this.#chunks) {
      const from = position + filled - start;
      if (from < 0 || from >= samples.length) continue;
      const count = Math.min(samples.length - from, frame.length - filled);
      frame.set(samples.subarray(from, from + count), filled);
      filled += count;
      if (filled === frame.length) break;
    }
    return filled;
  }

  release(position: number): void {
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (first.start + first.samples.length > position) return;
      this.#chunks.shift();
    }
  }
}

/** A continuous segment of a reply within the audio sent to a leg, in ms. */
interface SentSegment {
  /** Position in the sent audio of the leg. */
  sentMs: number;
  /** Position in the audio of the reply. */
  offsetMs: number;
  lengthMs: number;
}

/** Tracks when which parts of a reply were sent, to determine how much was heard. */
class SentSegments {
  readonly #segments: SentSegment[] = [];

  add(sentMs: number, offsetMs: number, lengthMs: number): void {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.sentMs + last.lengthMs === sentMs) last.lengthMs += lengthMs;
    else this.#segments.push({ sentMs, offsetMs, lengthMs });
  }

  /** Drops what was sent after `sentMs`: it was discarded unplayed. */
  truncate(sentMs: number): void {
    for (let last = this.#segments.at(-1); last !== undefined; last = this.#segments.at(-1)) {
      if (last.sentMs + last.lengthMs <= sentMs) return;
      last.lengthMs = sentMs - last.sentMs;
      if (last.lengthMs > 0) return;
      this.#segments.pop();
    }
  }

  /** Position up to which the reply was heard once the leg has played up to `playedMs`. */
  heardMs(playedMs: number): number {
    let heardMs = 0;
    for (const segment of this.#segments) {
      if (playedMs <= segment.sentMs) break;
      heardMs = segment.offsetMs + Math.min(segment.lengthMs, playedMs - segment.sentMs);
    }
    return heardMs;
  }
}
