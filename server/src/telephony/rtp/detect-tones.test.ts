import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw } from '../../core/g711.ts';
import { seededRandom } from '../../core/seeded-random.ts';
import { type BackgroundSoundName, backgroundLoop } from '../../voice/audio/background/background-loop.ts';
import { COLUMNS, dualTone, KEYS, ROWS } from './dual-tone.ts';
import { detectTones, NO_TONES } from './tone-detector.ts';

const RATE_HZ = 8000;
const ALL_KEYS = KEYS.join('');

interface Dialing {
  keys: string;
  onMs: number;
  offMs: number;
  /** Level of the louder tone. */
  levelDbm0: number;
  /** Twist: column tone level minus row tone level. */
  twistDb: number;
  /** How far the noise is below the tones; null without noise. */
  noiseDb: number | null;
  /** Relative frequency errors of the row and column tones. */
  offRow: number;
  offColumn: number;
  /** Silence before the first key, so that tones start anywhere within a frame. */
  leadSamples: number;
  phase: number;
}

const plain: Dialing = {
  keys: ALL_KEYS,
  onMs: 80,
  offMs: 80,
  levelDbm0: -10,
  twistDb: 0,
  noiseDb: null,
  offRow: 0,
  offColumn: 0,
  leadSamples: 100,
  phase: 0,
};

/** A full-scale sine is +3 dBm0. */
const amplitudeOf = (dbm0: number): number => 32_124 * 10 ** ((dbm0 - 3.17) / 20);

function dialed(changes: Partial<Dialing>): Int16Array {
  const how = { ...plain, ...changes };
  const { keys, onMs, offMs, levelDbm0, twistDb, leadSamples, phase } = how;
  const low = amplitudeOf(levelDbm0 - Math.max(0, twistDb));
  const high = amplitudeOf(levelDbm0 + Math.min(0, twistDb));
  const each = (onMs + offMs) * 8;
  const sound = new Float64Array(leadSamples + keys.length * each + 800);
  for (const [index, key] of [...keys].entries()) {
    const row = KEYS.findIndex((line) => line.includes(key));
    const lowHz = (ROWS[row] ?? 0) * (1 + how.offRow);
    const highHz = (COLUMNS[KEYS[row]?.indexOf(key) ?? 0] ?? 0) * (1 + how.offColumn);
    for (let at = 0; at < onMs * 8; at += 1) {
      const turn = (2 * Math.PI * at) / RATE_HZ;
      sound[leadSamples + index * each + at] =
        low * Math.sin(turn * lowHz + phase) + high * Math.sin(turn * highHz + 2 * phase);
    }
  }
  const noise = noiseOf(
    how.noiseDb === null ? 0 : Math.sqrt((low ** 2 + high ** 2) / 2) * 10 ** (-how.noiseDb / 20),
  );
  return clipped(sound.map((sample) => sample + noise()));
}

/** White noise with a given RMS. */
function noiseOf(level: number): () => number {
  const random = seededRandom(5);
  return () => level * (Array.from({ length: 12 }, random).reduce((sum, one) => sum + one) - 6);
}

function clipped(sound: Float64Array): Int16Array {
  return Int16Array.from(sound, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample))));
}

function sines(frequenciesHz: readonly number[], ms: number, amplitude = 5000): Int16Array {
  return clipped(
    new Float64Array(ms * 8).map((_, index) =>
      frequenciesHz.reduce((sum, hz) => sum + amplitude * Math.sin((2 * Math.PI * hz * index) / RATE_HZ), 0),
    ),
  );
}

function heardIn(samples: Int16Array): { keys: string; tones: boolean[] } {
  let state = NO_TONES;
  let keys = '';
  const tones: boolean[] = [];
  for (let start = 0; start + 160 <= samples.length; start += 160) {
    const heard = detectTones(state, samples.subarray(start, start + 160));
    state = heard.state;
    keys += heard.pressed ?? '';
    tones.push(heard.isTone);
  }
  return { keys, tones };
}

const overUlaw = (samples: Int16Array): Int16Array => decodeUlaw(encodeUlaw(samples));
const overAlaw = (samples: Int16Array): Int16Array => decodeAlaw(encodeAlaw(samples));

describe('every key is detected once', () => {
  test.each<[string, Partial<Dialing>]>([
    ['at full scale', { levelDbm0: 0 }],
    ['at -5 dBm0', { levelDbm0: -5 }],
    ['at -25 dBm0', { levelDbm0: -25 }],
    ['at -35 dBm0', { levelDbm0: -35 }],
    ['for 40 ms, with pauses of 40 ms', { onMs: 40, offMs: 40 }],
    ['for half a second', { onMs: 500, offMs: 40 }],
    ['with the higher tone 8 dB below', { twistDb: -8 }],
    ['with the higher tone 4 dB above', { twistDb: 4 }],
    ['with the higher tone 8 dB below, quiet and short', { twistDb: -8, levelDbm0: -20, onMs: 40 }],
    ['with tones that are 1.5 % too high', { offRow: 0.015, offColumn: 0.015 }],
    ['with tones that are 1.5 % too low', { offRow: -0.015, offColumn: -0.015 }],
    ['with tones that are 1.5 % apart', { offRow: 0.015, offColumn: -0.015, twistDb: 4 }],
    ['over noise 15 dB below', { noiseDb: 15, onMs: 50, offMs: 50 }],
    ['over noise 10 dB below', { noiseDb: 10 }],
    ['over noise 10 dB below, quiet', { noiseDb: 10, levelDbm0: -25, twistDb: -4 }],
  ])('%s', (_name, changes) => {
    // These values cover offsets within a window step of 40 samples.
    for (let leadSamples = 0; leadSamples < 40; leadSamples += 8) {
      for (const phase of [leadSamples, leadSamples + 2.2]) {
        const sound = dialed({ ...changes, leadSamples, phase });
        expect(heardIn(overUlaw(sound)).keys).toBe(ALL_KEYS);
        expect(heardIn(overAlaw(sound)).keys).toBe(ALL_KEYS);
      }
    }
  });

  test('for any digits within the limits of ITU-T Q.24', () => {
    const dialing = fc.record({
      keys: fc.string({ unit: fc.constantFrom(...ALL_KEYS), minLength: 1, maxLength: 6 }),
      onMs: fc.integer({ min: 40, max: 200 }),
      offMs: fc.integer({ min: 40, max: 200 }),
      levelDbm0: fc.integer({ min: -25, max: -3 }),
      twistDb: fc.integer({ min: -8, max: 4 }),
      noiseDb: fc.constantFrom(null, 20, 25),
      offRow: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      offColumn: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      leadSamples: fc.integer({ min: 0, max: 400 }),
      phase: fc.double({ min: 0, max: 6, noNaN: true }),
    });
    fc.assert(
      fc.property(dialing, (how) => {
        expect(heardIn(overUlaw(dialed(how))).keys).toBe(how.keys);
      }),
      { numRuns: 150 },
    );
  });

  test('per press, even after a pause of only 40 ms', () => {
    expect(heardIn(dialed({ keys: '1111', onMs: 40, offMs: 40 })).keys).toBe('1111');
  });

  test.each([
    ['10 ms missing', 80],
    ['a lost packet', 160],
  ])('despite %s', (_name, missing) => {
    const sound = dialed({ keys: '5', onMs: 300 });
    sound.fill(0, 900, 900 + missing);
    expect(heardIn(sound).keys).toBe('5');
  });

  test('as sent by our own sender', () => {
    for (const key of ALL_KEYS) expect(heardIn(dualTone(key, 0, { count: 800 })).keys).toBe(key);
  });
});

test('reports a key by its second or third frame, and marks its tone until it ends', () => {
  const { tones } = heardIn(dialed({ keys: '5', onMs: 200, leadSamples: 160 }));
  expect(tones.slice(0, 13)).toEqual([false, false, ...Array.from({ length: 9 }, () => true), false, false]);
});

describe('no key is detected in', () => {
  test.each<[string, Int16Array]>([
    ['tones of 20 ms', dialed({ onMs: 20 })],
    ['tones that are 3.5 % too high', dialed({ offRow: 0.035, offColumn: 0.035 })],
    ['tones that are 3.5 % too low', dialed({ offRow: -0.035, offColumn: -0.035 })],
    ['tones below -45 dBm0', dialed({ levelDbm0: -46 })],
    ['tones with one 15 dB below', dialed({ twistDb: -15 })],
    ['tones with one 10 dB above', dialed({ twistDb: 10 })],
    ['silence', new Int16Array(80_000)],
    ['white noise', clipped(new Float64Array(480_000).map(noiseOf(3000)))],
    ['tones of one row alone', sines([697, 770], 1000)],
    ['tones with a third', sines([770, 1336, 1900], 1000)],
  ])('%s', (_name, sound) => {
    expect(heardIn(overUlaw(sound)).keys).toBe('');
  });

  test.each([
    ['a dial tone', [350, 440]],
    ['a European dial tone', [425]],
    ['a European ringing tone', [425]],
    ['a North American ringing tone', [440, 480]],
    ['a British ringing tone', [400, 450]],
    ['a busy tone', [480, 620]],
    ['special information tones', [950]],
    ['special information tones', [1400]],
    ['special information tones', [1800]],
    ['a calling fax', [1100]],
    ['an answering fax', [2100]],
    ['a beep', [1000]],
    ['a caller ID alert', [2130, 2750]],
    ['multi-frequency signaling', [700, 900]],
    ['multi-frequency signaling', [900, 1300]],
    ['multi-frequency signaling', [1100, 1500]],
    ['multi-frequency signaling', [1380, 1500]],
  ])('%s %j', (_name, frequenciesHz) => {
    for (const amplitude of [300, 2000, 12_000])
      expect(heardIn(overUlaw(sines(frequenciesHz, 1000, amplitude))).keys).toBe('');
  });

  test.each<BackgroundSoundName>([
    'office',
    'city',
    'forest',
    'crowded_room',
    'cafe',
    'nature',
    'hold-music',
  ])('the sound of %s', (name) => {
    const bed = backgroundLoop(name, RATE_HZ);
    expect(heardIn(overUlaw(bed)).keys).toBe('');
    expect(heardIn(overUlaw(bed.map((sample) => sample >> 2))).keys).toBe('');
  });

  test('scales of one and of two instruments', () => {
    const note = (halfTones: number): number[] => {
      const hz = 220 * 2 ** (halfTones / 12);
      return [hz, 2 * hz, 3 * hz, 4 * hz];
    };
    for (let halfTones = 0; halfTones < 36; halfTones += 1) {
      for (const interval of [0, 4, 7, 10]) {
        const chord = [...note(halfTones), ...(interval === 0 ? [] : note(halfTones + interval))];
        expect(heardIn(overUlaw(sines(chord, 200, 2500))).keys).toBe('');
      }
    }
  });
});

test('detects only the sixteen keys and never throws', () => {
  const frame = fc.int16Array({ minLength: 160, maxLength: 160 });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), (frames) => {
      const { keys } = heardIn(Int16Array.from(frames.flatMap((one) => [...one])));
      expect(keys).toMatch(/^[0-9*#A-D]*$/);
    }),
  );
});
