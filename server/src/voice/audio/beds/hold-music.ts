import type { SoundLoop } from './sound-loop.ts';
import { chime } from './sounds.ts';

/** A bar of four chords, each with the notes that are played one after the other; in half tones above A of 220 Hz. */
const CHORDS = [
  [0, 4, 7, 12, 7, 4, 11, 7],
  [5, 9, 12, 17, 12, 9, 16, 12],
  [-3, 4, 9, 12, 9, 4, 7, 4],
  [-5, 2, 7, 11, 7, 2, 14, 11],
] as const;
const MELODY = [16, 14, 12, 14, 9, 7, 9, 12, 12, 11, 9, 7, 14, 12, 11, 7] as const;

/** A quiet tune of our own for people who wait: broken chords and a few notes above them, twice in 16 seconds. */
export function holdMusic(loop: SoundLoop): void {
  const noteSeconds = loop.seconds / (CHORDS.length * 8 * 2);
  CHORDS.concat(CHORDS).forEach((chord, bar) => {
    chord.forEach((halfTones, note) => {
      loop.add(pluck(loop, halfTones, 500), (bar * 8 + note) * noteSeconds, note === 0 ? 1 : 0.6);
    });
  });
  MELODY.forEach((halfTones, index) => {
    loop.add(pluck(loop, halfTones + 12, 900), (index * 4 + 2) * noteSeconds, 0.5);
  });
}

function pluck(loop: SoundLoop, halfTones: number, ms: number): Float32Array {
  const hz = 220 * 2 ** (halfTones / 12);
  return chime(loop, [hz, 2 * hz, 3 * hz], ms);
}
