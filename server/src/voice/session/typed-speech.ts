import { mixInto } from '../audio/mixing.ts';
import { FRAME_MS, frameSamples, type SampleRateHz } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';

/** Longer than between two frames of a microphone: there is none. */
const NO_MICROPHONE_MS = 100;
/** Whoever types more than this is not read to the end. */
const MOST_WAITING_MS = 60_000;

/**
 * Says aloud what the customer types, in the order in which it came, for the recording and for whomever they are connected
 * with. The assistant does not hear it: it has read it by then.
 */
export class TypedSpeech {
  readonly #call: CallContext;
  readonly #sampleRateHz: SampleRateHz;
  /** What is said next, and how much of its first piece was said. */
  #waiting: Int16Array[] = [];
  #said = 0;
  #reading: Promise<void> = Promise.resolve();
  #microphoneMs = Number.NEGATIVE_INFINITY;
  /** Where the next frame lies that is said without a microphone; null: none was before it. */
  #nextMs: number | null = null;

  constructor(call: CallContext, sampleRateHz: SampleRateHz) {
    this.#call = call;
    this.#sampleRateHz = sampleRateHz;
  }

  say(text: string): void {
    const { services, signal } = this.#call;
    const { readAloud } = services;
    if (readAloud === null) return;
    this.#reading = this.#reading
      .then(() => readAloud(text, this.#sampleRateHz, signal))
      .then((samples) => this.#add(samples))
      .catch((error: unknown) => {
        if (!signal.aborted) services.log.warn({ error }, 'Typed words could not be said aloud.');
      });
  }

  /** What is heard of the customer with this frame of their microphone, which stays as it is. */
  over(frame: Int16Array): Int16Array {
    this.#microphoneMs = this.#call.nowMs();
    this.#nextMs = null;
    const speech = this.#next();
    if (speech === null) return frame;
    mixInto(speech, frame);
    return speech;
  }

  /** What is heard of them without a microphone, once every 20 ms; null: nothing. */
  alone(): { frame: Int16Array; atMs: number } | null {
    const nowMs = this.#call.nowMs();
    const frame = nowMs - this.#microphoneMs < NO_MICROPHONE_MS ? null : this.#next();
    const atMs = this.#nextMs ?? nowMs - FRAME_MS;
    this.#nextMs = frame === null ? null : atMs + FRAME_MS;
    return frame === null ? null : { frame, atMs };
  }

  #add(samples: Int16Array): void {
    const waiting = this.#waiting.reduce((sum, { length }) => sum + length, 0);
    const room = Math.max(0, (MOST_WAITING_MS * this.#sampleRateHz) / 1000 - waiting);
    if (samples.length > 0 && room > 0) this.#waiting.push(samples.subarray(0, room));
  }

  #next(): Int16Array | null {
    const [first] = this.#waiting;
    if (first === undefined) return null;
    const frame = new Int16Array(frameSamples(this.#sampleRateHz));
    frame.set(first.subarray(this.#said, this.#said + frame.length));
    this.#said += frame.length;
    if (this.#said >= first.length) {
      this.#waiting.shift();
      this.#said = 0;
    }
    return frame;
  }
}
