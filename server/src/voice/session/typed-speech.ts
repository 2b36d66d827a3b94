import { mixInto } from '../audio/mixing.ts';
import { FRAME_MS, frameSamples, type SampleRateHz } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';

/** After this time without a frame, the caller has no microphone. Microphone frames arrive more often. */
const NO_MICROPHONE_MS = 100;
/** Maximum queued speech; longer text is truncated. */
const MAX_QUEUED_MS = 60_000;

/**
 * Speaks typed text in order, for the recording and for a bridged party. The assistant does not hear it, because it
 * reads the text.
 */
export class TypedSpeech {
  readonly #call: CallContext;
  readonly #sampleRateHz: SampleRateHz;
  /** Queued speech, and how much of its first segment was played. */
  #queue: Int16Array[] = [];
  #played = 0;
  #synthesizing: Promise<void> = Promise.resolve();
  #microphoneMs = Number.NEGATIVE_INFINITY;
  /** Position of the next frame without a microphone; null if there was no previous frame. */
  #nextMs: number | null = null;

  constructor(call: CallContext, sampleRateHz: SampleRateHz) {
    this.#call = call;
    this.#sampleRateHz = sampleRateHz;
  }

  say(text: string): void {
    const { services, signal } = this.#call;
    const { readAloud } = services;
    if (readAloud === null) return;
    this.#synthesizing = this.#synthesizing
      .then(() => readAloud(text, this.#sampleRateHz, signal))
      .then((samples) => this.#add(samples))
      .catch((error: unknown) => {
        if (!signal.aborted) services.log.warn({ error }, 'Typed text could not be synthesized.');
      });
  }

  /** Returns the microphone frame with queued speech mixed in; does not modify the given frame. */
  mixOver(frame: Int16Array): Int16Array {
    this.#microphoneMs = this.#call.nowMs();
    this.#nextMs = null;
    const speech = this.#next();
    if (speech === null) return frame;
    mixInto(speech, frame);
    return speech;
  }

  /** Returns the next frame of queued speech, once every 20 ms; null with a microphone or an empty queue. */
  nextWithoutMicrophone(): { frame: Int16Array; atMs: number } | null {
    const nowMs = this.#call.nowMs();
    const frame = nowMs - this.#microphoneMs < NO_MICROPHONE_MS ? null : this.#next();
    const atMs = this.#nextMs ?? nowMs - FRAME_MS;
    this.#nextMs = frame === null ? null : atMs + FRAME_MS;
    return frame === null ? null : { frame, atMs };
  }

  #add(samples: Int16Array): void {
    const queued = this.#queue.reduce((sum, { length }) => sum + length, 0);
    const available = Math.max(0, (MAX_QUEUED_MS * this.#sampleRateHz) / 1000 - queued);
    if (samples.length > 0 && available > 0) this.#queue.push(samples.subarray(0, available));
  }

  #next(): Int16Array | null {
    const [first] = this.#queue;
    if (first === undefined) return null;
    const frame = new Int16Array(frameSamples(this.#sampleRateHz));
    frame.set(first.subarray(this.#played, this.#played + frame.length));
    this.#played += frame.length;
    if (this.#played >= first.length) {
      this.#queue.shift();
      this.#played = 0;
    }
    return frame;
  }
}
