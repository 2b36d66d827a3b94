import { joinSamples } from '../../../core/join-samples.ts';
import { Resampler } from '../../../core/resampler.ts';
import type { SpokenAudio } from '../../interfaces/spoken-audio.ts';

/** A whole recording at another rate, without the resampler's delay. */
export function resampleAudio({ samples, sampleRateHz }: SpokenAudio, toHz: number): Int16Array {
  if (sampleRateHz === toHz) return samples;
  const resampler = new Resampler(sampleRateHz, toHz);
  const all = joinSamples([resampler.process(samples), resampler.flush()]);
  return all.slice(Math.round((resampler.delayMs * toHz) / 1000));
}
