import type { SampleRateHz } from '../../legs/media-leg.ts';
import { GainRamp } from '../mixing.ts';
import { type BackgroundSoundName, backgroundLoop } from './background-loop.ts';

const FADE_IN_MS = 500;

/** The background sound of one call; each frame continues where the last one ended. */
export interface LoopPlayer {
  mixInto(frame: Int16Array): void;
}

/** Ambient sounds and hold music. Each is loaded once per process and sample rate, on first use. */
export class BackgroundAudio {
  readonly #loops = new Map<string, Int16Array>();

  /** @param volume 0 to 1: 0 is silent, 0.5 is 12 dB softer than 1 */
  play(name: BackgroundSoundName, sampleRateHz: SampleRateHz, volume: number): LoopPlayer {
    const loop = this.#loop(name, sampleRateHz);
    const ramp = new GainRamp(sampleRateHz, 0);
    ramp.moveTo(volumeGain(volume), FADE_IN_MS);
    // Start ambience at a random position so that concurrent calls differ; music starts at its beginning.
    let position = name === 'hold-music' ? 0 : Math.floor(Math.random() * loop.length);
    return {
      mixInto: (frame) => {
        position = mixLoop(loop, position, { ramp, frame });
      },
    };
  }

  #loop(name: BackgroundSoundName, sampleRateHz: SampleRateHz): Int16Array {
    const key = `${name} ${sampleRateHz}`;
    const loop = this.#loops.get(key) ?? backgroundLoop(name, sampleRateHz);
    this.#loops.set(key, loop);
    return loop;
  }
}

/** Gain for a volume of 0 to 1. Squared, because loudness is perceived logarithmically. */
export function volumeGain(volume: number): number {
  return Math.min(1, Math.max(0, volume)) ** 2;
}

/** @returns the position in the loop for the next frame */
function mixLoop(
  loop: Int16Array,
  from: number,
  { ramp, frame }: { ramp: GainRamp; frame: Int16Array },
): number {
  let position = from;
  let done = 0;
  while (done < frame.length) {
    const segment = loop.subarray(position, position + frame.length - done);
    ramp.mixInto(frame.subarray(done), segment);
    done += segment.length;
    position = position + segment.length === loop.length ? 0 : position + segment.length;
  }
  return position;
}
