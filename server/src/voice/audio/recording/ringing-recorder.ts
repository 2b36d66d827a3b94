import { decodeUlaw, encodeUlaw, ULAW_SILENCE } from '../../../core/g711.ts';
import { Resampler } from '../../../core/resampler.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import { CallRecorder } from './call-recorder.ts';

/** Kept of a call that is answered. */
const MAX_MS = 90_000;
/** Stereo sound of the recording is handed over in parts of this length. */
const PART_MS = 1000;

/** The recorded time before an answer, as stereo µ-law with a silent right channel. */
export interface RecordedRinging {
  /** Each part is resampled when it is read, because all at once would block the event loop. */
  parts: IterableIterator<Uint8Array>;
  durationMs: number;
}

interface OpenRecorder {
  recorder: CallRecorder;
  rateHz: SampleRateHz;
  /** Start of the recording, by the monotonic clock. */
  sinceMs: number;
}

/** Collects the audio before the answer of a call whose recording is on: ringback tones and announcements. */
export class RingingRecorder {
  /** The left channel in order, and its length in samples. */
  #kept: Uint8Array[] = [];
  #keptSamples = 0;
  #recorder: OpenRecorder | null = null;
  #resampler: Resampler | null = null;

  /** @param atMs start of the frame, by the monotonic clock */
  frame(samples: Int16Array, atMs: number, rateHz: SampleRateHz): void {
    this.#recorder ??= this.#open(rateHz, atMs);
    const { recorder, sinceMs } = this.#recorder;
    // Carriers may pause for longer than the recorder takes for a break.
    recorder.silent(atMs - sinceMs);
    recorder.customer(this.#resampled(samples, rateHz, this.#recorder.rateHz), atMs - sinceMs);
  }

  /**
   * Everything up to now, once; null if nothing was received.
   * @param rateHz of the recording; null for that of the audio
   * @param maxMs the last part of it that is kept
   */
  take(
    nowMs: number,
    { rateHz, maxMs = MAX_MS }: { rateHz: SampleRateHz | null; maxMs?: number },
  ): (RecordedRinging & { rateHz: SampleRateHz }) | null {
    const open = this.#recorder;
    this.#recorder = null;
    if (open === null) return null;
    open.recorder.silent(nowMs - open.sinceMs);
    open.recorder.close();
    const toHz = rateHz ?? open.rateHz;
    const sound = Buffer.concat(this.#kept);
    this.#kept = [];
    const perMs = open.rateHz / 1000;
    const durationMs = Math.min(maxMs, Math.floor(sound.length / perMs));
    const last = sound.subarray(sound.length - durationMs * perMs);
    return { parts: stereoParts(last, open.rateHz, toHz), durationMs, rateHz: toHz };
  }

  #open(rateHz: SampleRateHz, sinceMs: number): OpenRecorder {
    const append = (bytes: Uint8Array): void => this.#append(bytes, (MAX_MS * rateHz) / 1000);
    return { recorder: new CallRecorder({ append }, rateHz), rateHz, sinceMs };
  }

  #append(stereo: Uint8Array, maxSamples: number): void {
    const left = new Uint8Array(stereo.length / 2);
    for (let at = 0; at < left.length; at += 1) left[at] = stereo[2 * at] ?? ULAW_SILENCE;
    this.#kept.push(left);
    this.#keptSamples += left.length;
    for (let [first] = this.#kept; first !== undefined; [first] = this.#kept) {
      if (this.#keptSamples - first.length < maxSamples) return;
      this.#kept.shift();
      this.#keptSamples -= first.length;
    }
  }

  #resampled(samples: Int16Array, fromHz: SampleRateHz, toHz: SampleRateHz): Int16Array {
    if (fromHz === toHz) return samples;
    this.#resampler ??= new Resampler(fromHz, toHz);
    return this.#resampler.process(samples);
  }
}

function* stereoParts(
  left: Uint8Array,
  fromHz: SampleRateHz,
  toHz: SampleRateHz,
): IterableIterator<Uint8Array> {
  const resampler = fromHz === toHz ? null : new Resampler(fromHz, toHz);
  const partSamples = (PART_MS * fromHz) / 1000;
  for (let from = 0; from < left.length; from += partSamples) {
    const kept = left.subarray(from, from + partSamples);
    const part = resampler === null ? kept : encodeUlaw(resampler.process(decodeUlaw(kept)));
    const stereo = new Uint8Array(2 * part.length).fill(ULAW_SILENCE);
    for (let at = 0; at < part.length; at += 1) stereo[2 * at] = part[at] ?? ULAW_SILENCE;
    yield stereo;
  }
}
