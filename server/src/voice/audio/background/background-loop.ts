import { readFileSync } from 'node:fs';
import { decodeUlaw } from '../../../core/g711.ts';
import { Resampler } from '../../../core/resampler.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import type { VoiceSettings } from '../../settings.ts';

export type BackgroundSoundName = Exclude<VoiceSettings['ambientSound'], 'off'> | 'hold-music';

/** RMS level of every background sound: about 6 dB below speech on the phone. */
export const BACKGROUND_LEVEL_DBFS = -26;
const FILE_RATE_HZ = 8000;

/** Reads a loop of 16 seconds as mono PCM from `sounds/`, whose files are µ-law at 8 kHz. Takes milliseconds. */
export function backgroundLoop(name: BackgroundSoundName, sampleRateHz: SampleRateHz): Int16Array {
  const samples = decodeUlaw(readFileSync(new URL(`./sounds/${name}.ulaw`, import.meta.url)));
  if (sampleRateHz === FILE_RATE_HZ) return samples;
  const resampler = new Resampler(FILE_RATE_HZ, sampleRateHz);
  // The filter starts with the loop's end, so that the result loops without a click.
  resampler.process(samples.subarray(-FILE_RATE_HZ));
  return resampler.process(samples);
}
