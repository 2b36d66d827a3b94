import { systemClock } from '../../../src/core/clock.ts';

const FRAME_MS = 20;
const SAMPLES = 160;
const SILENCE = new Int16Array(SAMPLES);

/** A person on a phone, silent unless told to speak: one 8 kHz frame every 20 ms. */
export interface Microphone {
  /** Resolves after the last sample. */
  say(samples: Int16Array): Promise<void>;
  close(): void;
}

/** @param send receives frames in real time */
export function openMicrophone(send: (frame: Int16Array) => void): Microphone {
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
