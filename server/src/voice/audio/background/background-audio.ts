import { Worker } from 'node:worker_threads';
import type { Log } from '../../../core/log.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import { GainRamp } from '../mixing.ts';
import type { BackgroundSoundName } from './synthesize-background.ts';

const WORKER_FILE = new URL('./background-audio.worker.ts', import.meta.url);
const FADE_IN_MS = 500;

/** The background sound of one call; each frame continues where the last one ended. */
export interface LoopPlayer {
  /** Mixes the next samples into the frame. Does nothing until the sound has been synthesized. */
  mixInto(frame: Int16Array): void;
}

interface Loop {
  samples: Int16Array | null;
}

/**
 * Ambient sounds and hold music. Each is synthesized once per process and sample rate, in a worker thread, on first
 * use.
 */
export class BackgroundAudio {
  readonly #log: Log;
  readonly #workerFile: URL;
  readonly #loops = new Map<string, Loop>();
  readonly #workers = new Set<Worker>();
  #isClosed = false;

  /** @param workerFile worker to run instead, for failure tests */
  constructor(log: Log, workerFile: URL = WORKER_FILE) {
    this.#log = log;
    this.#workerFile = workerFile;
  }

  /** @param volume 0 to 1: 0 is silent, 0.5 is 12 dB softer than 1 */
  play(name: BackgroundSoundName, sampleRateHz: SampleRateHz, volume: number): LoopPlayer {
    const loop = this.#loop(name, sampleRateHz);
    const ramp = new GainRamp(sampleRateHz, 0);
    let position = -1;
    return {
      mixInto: (frame) => {
        if (loop.samples === null) return;
        if (position < 0) {
          // Start ambience at a random position so that concurrent calls differ; music starts at its beginning.
          position = name === 'hold-music' ? 0 : Math.floor(Math.random() * loop.samples.length);
          ramp.moveTo(volumeGain(volume), FADE_IN_MS);
        }
        position = mixLoop(loop.samples, position, { ramp, frame });
      },
    };
  }

  /** Terminates the workers. Sounds that are not ready stay silent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #loop(name: BackgroundSoundName, sampleRateHz: SampleRateHz): Loop {
    const key = `${name} ${sampleRateHz}`;
    const known = this.#loops.get(key);
    if (known !== undefined) return known;
    const loop: Loop = { samples: null };
    if (this.#isClosed) return loop;
    this.#loops.set(key, loop);
    const worker = new Worker(this.#workerFile, {
      name: 'background-audio',
      workerData: { name, sampleRateHz },
    });
    this.#workers.add(worker);
    worker.unref();
    worker.on('message', (samples: Int16Array) => {
      loop.samples = samples;
    });
    worker.on('error', (error) => {
      this.#loops.delete(key);
      this.#log.error({ error: error.message, name }, 'A background sound could not be synthesized.');
    });
    worker.on('exit', () => this.#workers.delete(worker));
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
