import type { VoiceSettings } from '../../settings.ts';
import { gainOf } from '../level.ts';
import { holdMusic } from './hold-music.ts';
import { cafe, city, crowdedRoom, forest, nature, office } from './places.ts';
import { SoundLoop } from './sound-loop.ts';
import { normalized } from './sounds.ts';

/** A sound that lies under a call, or that a person hears who waits. */
export type BedName = Exclude<VoiceSettings['ambientSound'], 'off'> | 'hold-music';

const RECIPES: Record<BedName, (loop: SoundLoop) => void> = {
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
/** Every bed is as loud as this: some 6 dB under a telephone's speech. */
export const BED_LEVEL_DBFS = -26;
/** Peaks are rounded off towards this. */
const LOUDEST = 12_000;

/** Sixteen seconds of mono PCM that repeat without a seam; the same for the same name and rate. Takes some 0.1 s. */
export function synthesizeBed(name: BedName, sampleRateHz: number): Int16Array<ArrayBuffer> {
  const loop = new SoundLoop(sampleRateHz, SECONDS, SEED);
  RECIPES[name](loop);
  const level = 32_768 * gainOf(BED_LEVEL_DBFS);
  return Int16Array.from(normalized(loop.samples), (value) => LOUDEST * Math.tanh((value * level) / LOUDEST));
}
