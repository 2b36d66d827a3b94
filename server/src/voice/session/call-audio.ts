import { JitterBuffer } from '../audio/jitter-buffer.ts';
import { frameSamples, type SampleRateHz } from '../legs/media-leg.ts';
import type { AudioListener } from '../supervised-call.ts';

/** The audio of a call for its listeners. Costs nothing without them. */
export class CallAudio {
  readonly #customer: JitterBuffer;
  readonly #samples: number;
  readonly #listeners = new Set<AudioListener>();

  constructor(sampleRateHz: SampleRateHz) {
    this.#customer = new JitterBuffer(sampleRateHz);
    this.#samples = frameSamples(sampleRateHz);
  }

  /** @returns a function that unsubscribes */
  listen(listener: AudioListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  customer(frame: Int16Array): void {
    if (this.#listeners.size > 0) this.#customer.push(frame);
  }

  /** @param sent 20 ms of audio that the customer hears; null for silence */
  tick(sent: Int16Array | null): void {
    if (this.#listeners.size === 0) return;
    const heard = new Int16Array(this.#samples);
    this.#customer.mixInto(heard);
    const stereo = new Int16Array(this.#samples * 2);
    for (let at = 0; at < this.#samples; at += 1) {
      stereo[at * 2] = heard[at] ?? 0;
      stereo[at * 2 + 1] = sent?.[at] ?? 0;
    }
    for (const listener of this.#listeners) listener(stereo);
  }
}
