import { FRAME_MS, frameSamples, type MediaLeg } from '../legs/media-leg.ts';
import { ReplyAudio } from './reply-audio.ts';
import { SentStretches } from './sent-stretches.ts';

interface Item {
  id: string;
  audio: ReplyAudio;
  /** Samples that were handed to the leg. */
  read: number;
  isComplete: boolean;
  sent: SentStretches;
}

/**
 * What is said to a leg, one reply after the other. It knows to the millisecond how much of each was really heard, also where the
 * far end buffers: what is thrown away there counts as never sent.
 */
export class Playback {
  readonly #leg: Pick<MediaLeg, 'unplayedMs' | 'clear'>;
  readonly #samplesPerMs: number;
  readonly #items: Item[] = [];
  readonly #tookBack: (ms: number) => void;
  #sentMs = 0;
  #isPaused = false;
  /** Whose the frame is that was filled last, and how much of it. */
  #filled: Item | null = null;
  #filledSamples = 0;

  /** @param tookBack is told how much of the leg's last sound was thrown away unheard */
  constructor(
    leg: Pick<MediaLeg, 'sampleRateHz' | 'unplayedMs' | 'clear'>,
    tookBack: (ms: number) => void = () => undefined,
  ) {
    this.#leg = leg;
    this.#tookBack = tookBack;
    this.#samplesPerMs = frameSamples(leg.sampleRateHz) / FRAME_MS;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Queues a reply behind the others, or before them all, in the middle of the first if need be; its audio follows. */
  open(id: string, place: 'last' | 'first' = 'last'): void {
    const item = { id, audio: new ReplyAudio(), read: 0, isComplete: false, sent: new SentStretches() };
    if (place === 'last') this.#items.push(item);
    else this.#items.unshift(item);
  }

  /** Audio of a reply that is not open (any more) is dropped. */
  push(id: string, samples: Int16Array): void {
    this.#find(id)?.audio.append(samples);
  }

  /** No more audio of this reply follows. */
  complete(id: string): void {
    const item = this.#find(id);
    if (item !== undefined) item.isComplete = true;
  }

  /** Fills the next 20 ms with speech and returns whose it is; null: nobody speaks, and the frame is as it was. `sent` follows. */
  next(frame: Int16Array): string | null {
    this.#filled = null;
    if (this.#isPaused) return null;
    const item = this.#items.find((one) => !one.isComplete || one.read < one.audio.length);
    if (item === undefined) return null;
    const available = item.audio.length - item.read;
    if (available === 0 || (available < frame.length && !item.isComplete)) return null;
    this.#filled = item;
    this.#filledSamples = item.audio.read(item.read, frame);
    return item.id;
  }

  /** The leg took the frame; one that it did not take is filled again, and time stands still meanwhile. */
  sent(): void {
    const item = this.#filled;
    if (item !== null) {
      const lengthMs = this.#filledSamples / this.#samplesPerMs;
      item.sent.add(this.#sentMs, item.read / this.#samplesPerMs, lengthMs);
      item.read += this.#filledSamples;
    }
    this.#sentMs += FRAME_MS;
  }

  /** How much of a reply can be played at once; 0 when it is not open. Less than a frame waits for what follows, if anything does. */
  bufferedMs(id: string): number {
    const item = this.#find(id);
    if (item === undefined) return 0;
    const leftMs = (item.audio.length - item.read) / this.#samplesPerMs;
    return leftMs < FRAME_MS && !item.isComplete ? 0 : leftMs;
  }

  /** How much audio of a reply came so far; 0 when it is not open. */
  receivedMs(id: string): number {
    return (this.#find(id)?.audio.length ?? 0) / this.#samplesPerMs;
  }

  heardMs(id: string): number {
    return this.#find(id)?.sent.heardMs(this.#playedMs()) ?? 0;
  }

  /** The first reply when it was heard to its end; it is gone then. Null: none was. */
  takeFinished(): { id: string; heardMs: number } | null {
    const item = this.#items[0];
    if (item === undefined) return null;
    const playedMs = this.#playedMs();
    const heardMs = item.sent.heardMs(playedMs);
    item.audio.forget(Math.floor(heardMs * this.#samplesPerMs));
    const isOver = item.isComplete && item.read >= item.audio.length;
    if (!isOver || heardMs + 1 / this.#samplesPerMs < item.audio.length / this.#samplesPerMs) return null;
    this.#items.shift();
    return { id: item.id, heardMs };
  }

  /** Falls silent at once; what the far end has not played yet is taken back and played after `resume`. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#takeBack();
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** So much of what was sent last was thrown away unheard: it is sent again. */
  lost(ms: number): void {
    if (ms <= 0) return;
    this.#sentMs -= ms;
    this.#tookBack(ms);
    for (const item of this.#items) {
      item.sent.truncate(this.#sentMs);
      const heard = Math.round(item.sent.heardMs(this.#sentMs) * this.#samplesPerMs);
      item.read = Math.max(item.audio.begin, heard);
    }
  }

  /** Removes a reply, silent at once if it sounded; returns how much of it was heard. */
  cut(id: string): number {
    const item = this.#find(id);
    if (item === undefined) return 0;
    this.#takeBack();
    const heardMs = item.sent.heardMs(this.#sentMs);
    this.#items.splice(this.#items.indexOf(item), 1);
    return heardMs;
  }

  #find(id: string): Item | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #playedMs(): number {
    return this.#sentMs - this.#leg.unplayedMs();
  }

  #takeBack(): void {
    this.lost(this.#leg.clear());
  }
}
