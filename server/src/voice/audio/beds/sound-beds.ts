import { Worker } from 'node:worker_threads';
import type { Log } from '../../../core/log.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import { GainRamp } from '../mixing.ts';
import type { BedName } from './synthesize-bed.ts';

const WORKER_FILE = new URL('./bed.worker.ts', import.meta.url);
/** Nobody's room begins at once. */
const FADE_IN_MS = 500;

/** What lies under one call: goes on where it was with every frame. */
export interface BedPlayer {
  /** Adds the next part of the sound to a frame. Silent until the sound is there. */
  mixInto(frame: Int16Array): void;
}

interface Bed {
  samples: Int16Array | null;
}

/**
 * The sounds of places and the tune for people who wait, made by ourselves: each once per process and rate, when it is first
 * asked for, in a thread of its own.
 */
export class SoundBeds {
  readonly #log: Log;
  readonly #workerFile: URL;
  readonly #beds = new Map<string, Bed>();
  readonly #workers = new Set<Worker>();
  #isClosed = false;

  /** @param workerFile another thread to run, for tests of its failures. */
  constructor(log: Log, workerFile: URL = WORKER_FILE) {
    this.#log = log;
    this.#workerFile = workerFile;
  }

  /** @param volume 0 to 1: 0 is silence, 1 lies little under speech, 0.5 is 12 dB softer than 1. */
  play(name: BedName, sampleRateHz: SampleRateHz, volume: number): BedPlayer {
    const bed = this.#bed(name, sampleRateHz);
    const ramp = new GainRamp(sampleRateHz, 0);
    let place = -1;
    return {
      mixInto: (frame) => {
        if (bed.samples === null) return;
        if (place < 0) {
          // Calls that begin together need not hear the same cup fall; a tune begins at its beginning.
          place = name === 'hold-music' ? 0 : Math.floor(Math.random() * bed.samples.length);
          ramp.moveTo(bedGain(volume), FADE_IN_MS);
        }
        place = mixLoop(bed.samples, place, { ramp, frame });
      },
    };
  }

  /** Sounds that are not ready stay silent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #bed(name: BedName, sampleRateHz: SampleRateHz): Bed {
    const key = `${name} ${sampleRateHz}`;
    const known = this.#beds.get(key);
    if (known !== undefined) return known;
    const bed: Bed = { samples: null };
    if (this.#isClosed) return bed;
    this.#beds.set(key, bed);
    const worker = new Worker(this.#workerFile, { name: 'sound-bed', workerData: { name, sampleRateHz } });
    this.#workers.add(worker);
    worker.unref();
    worker.on('message', (samples: Int16Array) => {
      bed.samples = samples;
    });
    worker.on('error', (error) => {
      this.#beds.delete(key);
      this.#log.error({ error: error.message, name }, 'A sound for calls could not be made.');
    });
    worker.on('exit', () => this.#workers.delete(worker));
    return bed;
  }
}

/** The factor for a setting of 0 to 1: loudness is heard in ratios, and half should sound like half. */
export function bedGain(volume: number): number {
  return Math.min(1, Math.max(0, volume)) ** 2;
}

/** @returns where the loop goes on. */
function mixLoop(
  loop: Int16Array,
  from: number,
  { ramp, frame }: { ramp: GainRamp; frame: Int16Array },
): number {
  let place = from;
  let done = 0;
  while (done < frame.length) {
    const piece = loop.subarray(place, place + frame.length - done);
    ramp.mixInto(frame.subarray(done), piece);
    done += piece.length;
    place = place + piece.length === loop.length ? 0 : place + piece.length;
  }
  return place;
}
