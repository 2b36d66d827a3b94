import type { SoundLoop } from './sound-loop.ts';
import { chime } from './sounds.ts';

/** Four chords, each with its notes in the order they are played, in semitones above A3 (220 Hz). */
const CHORDS = [
  [0, 4, 7, 12, 7, 4, 11, 7],
  [5, 9, 12, 17, 12, 9, 16, 12],
  [-3, 4, 9, 12, 9, 4, 7, 4],
  [-5, 2, 7, 11, 7, 2, 14, 11],
] as const;
const MELODY = [16, 14, 12, 14, 9, 7, 9, 12, 12, 11, 9, 7, 14, 12, 11, 7] as const;

/** Our own hold music: broken chords with a sparse melody, twice in 16 seconds. */
export function holdMusic(loop: SoundLoop): void {
  const noteSeconds = loop.seconds / (CHORDS.length * 8 * 2);
  CHORDS.concat(CHORDS).forEach((chord, bar) => {
    chord.forEach((semitones, note) => {
      loop.add(pluck(loop, semitones, 500), (bar * 8 + note) * noteSeconds, note === 0 ? 1 : 0.6);
    });
  });
  MELODY.forEach((semitones, index) => {
    loop.add(pluck(loop, semitones + 12, 900), (index * 4 + 2) * noteSeconds, 0.5);
  });
}

function pluck(loop: SoundLoop, semitones: number, ms: number): Float32Array {
  const hz = 220 * 2 ** (semitones / 12);
  return chime(loop, [hz, 2 * hz, 3 * hz], ms);
}
