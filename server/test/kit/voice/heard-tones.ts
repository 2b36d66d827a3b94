import { tonePower } from '../../../src/voice/audio/tones/goertzel.ts';

const FRAME_SAMPLES = 160;
const FRAME_MS = 20;
const RATE_HZ = 8_000;
/** Minimum share of a frame's power at the tone's frequency. */
const PURE = 0.8;
const AUDIBLE_POWER = 500 ** 2;

type Frame = 'the tone' | 'silence' | 'something else';

/** Milliseconds of 8 kHz audio that contain only this tone. */
export function toneMs(samples: Int16Array, hz: number): number {
  return framesOf(samples, hz).filter((frame) => frame === 'the tone').length * FRAME_MS;
}

/** Share of the audio after the tone's first occurrence that contains only this tone, 0 to 1. */
export function tonePurity(samples: Int16Array, hz: number): number {
  const frames = framesOf(samples, hz);
  const since = frames.slice(frames.indexOf('the tone'));
  return since.filter((frame) => frame === 'the tone').length / since.length;
}

function framesOf(samples: Int16Array, hz: number): Frame[] {
  return Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, index) => {
    const frame = Float64Array.from(samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES));
    const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / FRAME_SAMPLES;
    if (power <= AUDIBLE_POWER) return 'silence';
    return tonePower(frame, hz, RATE_HZ) > PURE * power ? 'the tone' : 'something else';
  });
}
