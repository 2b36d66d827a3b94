import { tonePower } from '../../../src/voice/audio/tones/goertzel.ts';

const FRAME_SAMPLES = 160;
const RATE_HZ = 8_000;
/** Of a frame's power, for it to be that tone. */
const PURE = 0.8;
const AUDIBLE_POWER = 500 ** 2;

/** Milliseconds of sound at 8 kHz in which nothing but one tone sounds. */
export function toneMs(samples: Int16Array, hz: number): number {
  let frames = 0;
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    const frame = Float64Array.from(samples.subarray(at, at + FRAME_SAMPLES));
    const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / FRAME_SAMPLES;
    if (power > AUDIBLE_POWER && tonePower(frame, hz, RATE_HZ) > PURE * power) frames += 1;
  }
  return frames * 20;
}
