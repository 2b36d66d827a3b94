import { expect, test } from 'vitest';
import { ToneDetector } from './tone-detector.ts';

const RATE_HZ = 8000;

/** Consecutive tones; an entry without frequencies is a pause. */
function sound(...parts: { hz: number[]; ms: number; amplitude?: number }[]): Int16Array {
  return Int16Array.from(
    parts.flatMap(({ hz, ms, amplitude = 6000 }) =>
      Array.from({ length: (ms * RATE_HZ) / 1000 }, (_, index) =>
        Math.round(
          hz.reduce((sum, one) => sum + amplitude * Math.sin((2 * Math.PI * one * index) / RATE_HZ), 0),
        ),
      ),
    ),
  );
}

function heardIn(samples: Int16Array): object[] {
  const heard: object[] = [];
  const detector = new ToneDetector(RATE_HZ, (tone) => {
    heard.push(tone);
  });
  for (let start = 0; start < samples.length; start += 160) {
    detector.push(samples.slice(start, start + 160), start / 8);
  }
  return heard;
}

const pause = (ms: number) => ({ hz: [], ms });

test.each([
  [350, 200],
  [440, 300],
  [850, 160],
  [1000, 500],
  [1400, 1000],
  [1500, 250],
])('detects a beep of %i Hz and %i ms once it has ended', (hz, ms) => {
  const [beep, ...more] = heardIn(sound(pause(500), { hz: [hz], ms }, pause(500)));
  expect(beep).toMatchObject({
    type: 'beep',
    atMs: expect.closeTo(500 + ms, -1.6),
    durationMs: expect.closeTo(ms, -1.6),
  });
  expect(beep).toHaveProperty('frequencyHz', expect.closeTo(hz, -1));
  expect(more).toEqual([]);
});

test.each([
  ['a beep that is too short', sound(pause(300), { hz: [1000], ms: 80 }, pause(300))],
  ['a beep that is too soft', sound(pause(300), { hz: [1000], ms: 400, amplitude: 100 }, pause(300))],
  ['an endless tone', sound(pause(300), { hz: [1000], ms: 4000 }, pause(300))],
  ['a tone that is too high', sound(pause(300), { hz: [2400], ms: 400 }, pause(300))],
  ['a DTMF key', sound(pause(300), { hz: [770, 1336], ms: 300 }, pause(300))],
  [
    'a vowel',
    sound(pause(300), { hz: [150, 300, 450, 600, 750, 900], ms: 400, amplitude: 2000 }, pause(300)),
  ],
  ['a dial tone', sound(pause(300), { hz: [350, 440], ms: 1500 }, pause(300))],
])('does not take %s for a beep', (_, samples) => {
  expect(heardIn(samples)).toEqual([]);
});

test('does not take a glide for a beep', () => {
  let phase = 0;
  const glide = Int16Array.from({ length: 8000 }, (_, index) => {
    phase += (2 * Math.PI * (500 + index / 10)) / RATE_HZ;
    return Math.round(6000 * Math.sin(phase));
  });
  expect(heardIn(Int16Array.from([...glide, ...new Int16Array(2400)]))).toEqual([]);
});

test.each([
  [913.8, 1370.6, 1776.7, 274, 274],
  [985.2, 1428.5, 1776.7, 380, 380],
  [913.8, 1428.5, 1776.7, 380, 274],
])('detects the special information tones %d, %d, %d', (first, second, third, ms, thirdMs) => {
  const tones = sound(
    pause(200),
    { hz: [first], ms },
    { hz: [second], ms },
    { hz: [third], ms: thirdMs },
    pause(400),
  );
  expect(heardIn(tones)).toEqual([expect.objectContaining({ type: 'special-information' })]);
});

test.each([
  ['European', [425], 480],
  ['North American', [480, 620], 500],
])('detects a %s busy tone', (_, hz, ms) => {
  const tone = { hz, ms };
  const heard = heardIn(sound(pause(200), tone, pause(ms), tone, pause(ms), tone, pause(ms)));
  expect(heard).toEqual([
    expect.objectContaining({ type: 'busy' }),
    expect.objectContaining({ type: 'busy' }),
  ]);
});

test.each([
  ['European', [425], 1000, 4000],
  ['North American', [440, 480], 2000, 4000],
])('detects a %s ringback tone', (_, hz, onMs, offMs) => {
  const tone = { hz, ms: onMs };
  expect(heardIn(sound(pause(200), tone, pause(offMs), tone, pause(500)))).toEqual([
    expect.objectContaining({ type: 'ringback' }),
  ]);
});

test('detects a beep despite lost frames', () => {
  const heard: string[] = [];
  const detector = new ToneDetector(RATE_HZ, (tone) => heard.push(tone.type));
  const tone = sound({ hz: [1000], ms: 400 });
  for (let start = 0; start < tone.length; start += 160)
    detector.push(tone.slice(start, start + 160), start / 8);
  detector.push(new Int16Array(160), 2000);
  expect(heard).toEqual(['beep']);
});
