import { systemClock } from '../../../src/core/clock.ts';

const FRAME_MS = 20;
const SAMPLES = 160;
const SILENCE = new Int16Array(SAMPLES);

/** Somebody on a telephone, who is silent unless they say something: a frame of 8 kHz every 20 ms. */
export interface Mouth {
  /** Resolves when the last sound is out. */
  say(samples: Int16Array): Promise<void>;
  close(): void;
}

/** @param send takes a frame at the pace of the telephone network */
export function openMouth(send: (frame: Int16Array) => void): Mouth {
  const frames: Int16Array[] = [];
  let said = Promise.withResolvers<void>();
  let isClosed = false;
  const speak = async (): Promise<void> => {
    const startMs = systemClock.monotonicMs();
    for (let count = 1; !isClosed; count += 1) {
      send(frames.shift() ?? SILENCE);
      if (frames.length === 0) said.resolve();
      await systemClock.sleep(Math.max(0, startMs + count * FRAME_MS - systemClock.monotonicMs()));
    }
    said.resolve();
  };
  void speak();
  return {
    say: (samples) => {
      said = Promise.withResolvers<void>();
      for (let at = 0; at + SAMPLES <= samples.length; at += SAMPLES)
        frames.push(samples.slice(at, at + SAMPLES));
      return said.promise;
    },
    close: () => {
      isClosed = true;
    },
  };
}
