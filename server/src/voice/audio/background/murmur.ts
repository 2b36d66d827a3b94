import { bandPass, filtered, lowPass } from './filters.ts';
import type { SoundLoop } from './sound-loop.ts';
import { normalized, silence } from './sounds.ts';

/** First two formants of some vowels, in Hz. */
const VOWELS = [
  [300, 2200],
  [400, 1900],
  [650, 1700],
  [750, 1200],
  [550, 900],
  [350, 750],
] as const;

/** Adds unintelligible background voices: syllables, sentences and pauses. */
export function addMurmur(loop: SoundLoop, voices: number, gain: number): void {
  for (let voice = 0; voice < voices; voice += 1) {
    const pitchHz = voice % 2 === 0 ? loop.between(95, 140) : loop.between(165, 230);
    const distance = loop.between(0.5, 1);
    for (let atSeconds = loop.between(0, 1); atSeconds < loop.seconds; atSeconds += loop.between(0.4, 1.5)) {
      atSeconds = addSentence(loop, { atSeconds, pitchHz, gain: (gain * distance) / Math.sqrt(voices) });
    }
  }
}

/** @returns the end of the sentence, in seconds */
function addSentence(loop: SoundLoop, talk: { atSeconds: number; pitchHz: number; gain: number }): number {
  const syllables = Math.round(loop.between(4, 14));
  let atSeconds = talk.atSeconds;
  for (let index = 0; index < syllables; index += 1) {
    // The pitch falls toward the end of a sentence.
    const pitchHz = talk.pitchHz * (1.15 - (0.3 * index) / syllables) * loop.between(0.95, 1.05);
    const ms = loop.between(110, 240);
    loop.add(syllable(loop, pitchHz, ms), atSeconds, talk.gain * loop.between(0.6, 1));
    atSeconds += ms / 1000 + loop.between(0.01, 0.05);
  }
  return atSeconds;
}

function syllable(loop: SoundLoop, pitchHz: number, ms: number): Float32Array {
  const { sampleRateHz } = loop;
  const [first, second] = VOWELS[Math.floor(loop.random() * VOWELS.length)] ?? VOWELS[0];
  let phase = loop.random();
  const breath = loop.between(0.05, 0.3);
  const buzz = silence(loop, ms).map((_, index, all) => {
    phase += pitchHz / sampleRateHz;
    const saw = 2 * (phase % 1) - 1;
    return Math.sin((Math.PI * index) / all.length) * (saw + breath * (2 * loop.random() - 1));
  });
  const soft = filtered(buzz, lowPass(2600, sampleRateHz));
  const low = filtered(soft, bandPass(first, 4, sampleRateHz));
  const high = filtered(soft, bandPass(second, 8, sampleRateHz));
  return normalized(low.map((value, index) => value + 0.5 * (high[index] ?? 0)));
}
