import type { VoiceSettings } from '../../settings.ts';
import { gainOf } from '../level.ts';
import { cafe, city, crowdedRoom, forest, nature, office } from './ambiences.ts';
import { holdMusic } from './hold-music.ts';
import { SoundLoop } from './sound-loop.ts';
import { normalized } from './sounds.ts';

export type BackgroundSoundName = Exclude<VoiceSettings['ambientSound'], 'off'> | 'hold-music';

const RECIPES: Record<BackgroundSoundName, (loop: SoundLoop) => void> = {
  office,
  city,
  forest,
  crowded_room: crowdedRoom,
  cafe,
  nature,
  'hold-music': holdMusic,
};

const SECONDS = 16;
const SEED = 1;
/** RMS level of every background sound: about 6 dB below speech on the phone. */
export const BACKGROUND_LEVEL_DBFS = -26;
const PEAK_LIMIT = 12_000;

/** A 16-second loop of mono PCM; deterministic for a name and sample rate. Takes about 0.1 s. */
export function synthesizeBackground(
  name: BackgroundSoundName,
  sampleRateHz: number,
): Int16Array<ArrayBuffer> {
  const loop = new SoundLoop(sampleRateHz, SECONDS, SEED);
  RECIPES[name](loop);
  const level = 32_768 * gainOf(BACKGROUND_LEVEL_DBFS);
  return Int16Array.from(
    normalized(loop.samples),
    (value) => PEAK_LIMIT * Math.tanh((value * level) / PEAK_LIMIT),
  );
}
