import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tone } from '../../../../test/kit/speech.ts';
import { joinSamples } from '../../../core/join-samples.ts';
import { VoicedAudio } from './voiced-audio.ts';

const RATE = 8_000;
const silence = (durationMs: number): Int16Array => new Int16Array(durationMs * 8);
const kept = (...parts: Int16Array[]): { ms: number; audio: VoicedAudio } => {
  const audio = new VoicedAudio(RATE);
  const samples = joinSamples([...parts.map((part) => audio.push(part)), audio.end()]);
  return { ms: samples.length / 8, audio };
};

describe('silence', () => {
  test('around speech is removed except for soft edges; silence inside stays', () => {
    const { ms, audio } = kept(silence(500), tone(100, RATE), silence(200), tone(50, RATE), silence(700));
    expect(ms).toBe(20 + 100 + 200 + 50 + 40);
    expect(audio.stretches).toEqual([
      { startMs: 20, endMs: 120 },
      { startMs: 320, endMs: 370 },
    ]);
  });

  test('does not count as a pause if it is as short as a consonant', () => {
    const { audio } = kept(tone(100, RATE), silence(50), tone(100, RATE));
    expect(audio.stretches).toEqual([{ startMs: 0, endMs: 250 }]);
  });

  test('alone gives no output', () => {
    expect(kept(silence(1_000))).toMatchObject({ ms: 0, audio: { stretches: [] } });
    expect(kept()).toMatchObject({ ms: 0 });
  });

  test('is only passed on when sound follows', () => {
    const audio = new VoicedAudio(RATE);
    expect(audio.push(tone(100, RATE))).toHaveLength(800);
    expect(audio.push(silence(300))).toHaveLength(0);
    expect(audio.push(tone(10, RATE))).toHaveLength(310 * 8);
  });

  test('is removed independently of chunk boundaries', () => {
    const whole = joinSamples([silence(90), tone(120, RATE), silence(130), tone(77, RATE), silence(300)]);
    const expected = kept(whole);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (lengths) => {
        const parts: Int16Array[] = [];
        for (let at = 0, index = 0; at < whole.length; index += 1) {
          const length = lengths[index % lengths.length] ?? 1;
          parts.push(whole.subarray(at, at + length));
          at += length;
        }
        const { ms, audio } = kept(...parts);
        expect(ms).toBe(expected.ms);
        expect(audio.stretches).toEqual(expected.audio.stretches);
      }),
    );
  });
});
