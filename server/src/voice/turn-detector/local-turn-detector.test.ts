import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeness } from './completeness.ts';
import { LocalTurnDetector } from './local-turn-detector.ts';
import { prosodyFeatures } from './prosody-features.ts';
import { textFeatures } from './text-features.ts';
import { turnFeatures } from './turn-features.ts';

const RATE_HZ = 8000;

/** A buzz gliding in pitch and loudness, followed by silence. */
function voice(
  from: { hz: number; level: number },
  to: { hz: number; level: number },
  silenceMs: number,
): Int16Array {
  let phase = 0;
  const sound = Array.from({ length: 1.2 * RATE_HZ }, (_, index) => {
    const place = index / (1.2 * RATE_HZ);
    phase += (from.hz + (to.hz - from.hz) * place) / RATE_HZ;
    return (from.level + (to.level - from.level) * place) * (2 * (phase % 1) - 1);
  });
  return Int16Array.from([...sound, ...new Array<number>(silenceMs * 8).fill(0)]);
}

const level = 8000;
const silent = new Int16Array(2400);

describe('text', () => {
  test.each([
    ['en', 'Yes, please.'],
    ['en', 'no thank you'],
    ['en', 'How much does it cost?'],
    ['de', 'Ja, gerne.'],
    ['fr', 'Oui merci.'],
    ['es', 'Sí, gracias.'],
    ['it', 'Va bene, grazie.'],
  ])('%s: "%s" is complete', async (language, text) => {
    expect(await new LocalTurnDetector().predict({ samples: silent, silenceMs: 300, text, language })).toBe(
      'complete',
    );
  });

  test.each([
    ['en', 'I would like to book a table for'],
    ['en', 'I am calling because'],
    ['en', 'the number is five five five'],
    ['en', 'well um'],
    ['en', 'If it is possible,'],
    ['en', 'I want'],
    ['de', 'Ich rufe an weil'],
    ['de', 'Ich möchte einen Tisch für'],
    ['fr', 'Je voudrais réserver une table pour'],
    ['es', 'Llamo porque'],
    ['it', 'Vorrei una camera con'],
  ])('%s: "%s" is incomplete', async (language, text) => {
    expect(await new LocalTurnDetector().predict({ samples: silent, silenceMs: 300, text, language })).toBe(
      'incomplete',
    );
  });

  test('has no features without words or word lists', () => {
    expect(textFeatures('', 'en')).toBeNull();
    expect(textFeatures(' … ', 'en')).toBeNull();
    expect(textFeatures('ja i', 'pl')).toBeNull();
  });

  test('distinguishes complete from incomplete phone numbers', () => {
    expect(textFeatures('it is 555 0129', 'en')?.endsInDigits).toBe(1);
    expect(textFeatures('it is 555 0129 834', 'en')?.endsInDigits).toBe(0);
  });

  test('recognizes a subordinate clause by what follows', () => {
    expect(textFeatures('when I try to log in', 'en')?.isHalfSentence).toBe(1);
    expect(textFeatures('when I try to log in, it says no such user', 'en')?.isHalfSentence).toBe(0);
  });
});

describe('prosody', () => {
  test('measures the pitch movement', () => {
    const falling = prosodyFeatures(voice({ hz: 180, level }, { hz: 90, level }, 240), 240);
    const rising = prosodyFeatures(voice({ hz: 120, level }, { hz: 240, level }, 240), 240);
    expect(falling?.pitchMove).toBeLessThan(-0.5);
    expect(rising?.pitchMove).toBeGreaterThan(0.5);
    expect(falling?.pitchSlope).toBeLessThan(0);
    expect(rising?.pitchSlope).toBeGreaterThan(0);
  });

  test('measures the change in loudness', () => {
    const softer = prosodyFeatures(voice({ hz: 120, level: 12_000 }, { hz: 120, level: 1500 }, 240), 240);
    const steady = prosodyFeatures(voice({ hz: 120, level }, { hz: 120, level }, 240), 240);
    expect(softer?.energyMove).toBeLessThan(-0.5);
    expect(steady?.energyMove).toBeCloseTo(0, 1);
  });

  test('has no features for noise and single words', () => {
    let seed = 5;
    const noise = Int16Array.from({ length: 12_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed % 4000) - 2000;
    });
    expect(prosodyFeatures(noise, 0)).toBeNull();
    expect(prosodyFeatures(new Int16Array(0), 5000)).toBeNull();
    expect(prosodyFeatures(voice({ hz: 120, level }, { hz: 120, level }, 0).slice(0, 1500), 0)).toBeNull();
  });
});

test('longer silence makes the end more likely', () => {
  const likelihoods = [240, 600, 1200].map((silenceMs) => {
    const samples = voice({ hz: 120, level }, { hz: 120, level }, silenceMs);
    return completeness(
      turnFeatures({ samples, silenceMs, text: 'I think it was last week', language: 'en' }),
    );
  });
  expect(likelihoods).toEqual(likelihoods.toSorted((one, other) => one - other));
  expect(new Set(likelihoods).size).toBe(3);
});

test('handles any audio and text', () => {
  fc.assert(
    fc.property(
      fc.int16Array({ maxLength: 9000 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('en', 'de', 'xx', ''),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (samples, text, language, silenceMs) => {
        const likelihood = completeness(turnFeatures({ samples, silenceMs, text, language }));
        expect(likelihood).toBeGreaterThan(0);
        expect(likelihood).toBeLessThan(1);
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  ['no words', '', 'en'],
  ['an unsupported language', 'ano, prosím', 'cs'],
])('predicts "unknown" for %s', async (_, text, language) => {
  const samples = voice({ hz: 180, level }, { hz: 90, level }, 300);
  expect(await new LocalTurnDetector().predict({ samples, silenceMs: 300, text, language })).toBe('unknown');
});
