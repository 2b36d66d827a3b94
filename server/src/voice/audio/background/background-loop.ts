import { readFileSync } from 'node:fs';
import { decodeUlaw } from '../../../core/g711.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import type { VoiceSettings } from '../../settings.ts';

export type BackgroundSoundName = Exclude<VoiceSettings['ambientSound'], 'off'> | 'hold-music';

/** RMS level of every background sound: about 6 dB below speech on the phone. */
export const BACKGROUND_LEVEL_DBFS = -26;

/** Reads a loop of 16 seconds as mono PCM from `sounds/<rate>/`, whose files are µ-law. Takes a few milliseconds. */
export function backgroundLoop(name: BackgroundSoundName, sampleRateHz: SampleRateHz): Int16Array {
  return decodeUlaw(readFileSync(new URL(`./sounds/${sampleRateHz}/${name}.ulaw`, import.meta.url)));
}
