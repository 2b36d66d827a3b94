import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hearSpeech, loseSpeech, NO_SPEECH, type SpeechChange } from './speech-segments.ts';

/** `x`: speech, `/`: speech of which the second half is quiet, `~`: enough to go on, `.`: silence; 32 ms each. */
function changes(sounds: string, stopAfterMs = 200): SpeechChange[] {
  let state = NO_SPEECH;
  const heard: SpeechChange[] = [];
  [...sounds].forEach((sound, index) => {
    const probability = sound === 'x' || sound === '/' ? 0.9 : sound === '~' ? 0.4 : 0.05;
    const heardNow = { probability, endMs: (index + 1) * 32, quietMs: sound === '/' ? 16 : 0 };
    const next = hearSpeech(state, heardNow, stopAfterMs);
    state = next.state;
    if (next.change !== null) heard.push(next.change);
  });
  return heard;
}

test.each<[string, SpeechChange[]]>([
  ['........', []],
  ['...x....', []],
  ['...~~~~.', []],
  ['..xx....', [{ type: 'started', atMs: 64 }]],
  [
    '..xx.......',
    [
      { type: 'started', atMs: 64 },
      { type: 'stopped', atMs: 128, voicedMs: 64 },
    ],
  ],
  [
    '..xx~~.......xx',
    [
      { type: 'started', atMs: 64 },
      { type: 'stopped', atMs: 192, voicedMs: 128 },
      { type: 'started', atMs: 416 },
    ],
  ],
  ['..xx..x..x..', [{ type: 'started', atMs: 64 }]],
  [
    '..xx/......',
    [
      { type: 'started', atMs: 64 },
      { type: 'stopped', atMs: 144, voicedMs: 80 },
    ],
  ],
  [
    '..x/x.......',
    [
      { type: 'started', atMs: 64 },
      { type: 'stopped', atMs: 160, voicedMs: 96 },
    ],
  ],
])('%s', (sounds, expected) => {
  expect(changes(sounds)).toEqual(expected);
});

test('a segment that is cut off ends where its last sound was', () => {
  let { state } = hearSpeech(NO_SPEECH, { probability: 1, endMs: 32, quietMs: 0 }, 200);
  ({ state } = hearSpeech(state, { probability: 1, endMs: 64, quietMs: 0 }, 200));
  expect(loseSpeech(state).change).toEqual({ type: 'stopped', atMs: 64, voicedMs: 64 });
  expect(loseSpeech(loseSpeech(state).state).change).toBeNull();
});

test('starts and stops take turns, in the order of time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('x', '/', '~', '.'), { maxLength: 200 }),
      fc.integer({ min: 0, max: 500 }),
      (sounds, stopAfterMs) => {
        const heard = changes(sounds.join(''), stopAfterMs);
        heard.forEach((change, index) => {
          expect(change.type).toBe(index % 2 === 0 ? 'started' : 'stopped');
          expect(change.atMs).toBeGreaterThanOrEqual(heard[index - 1]?.atMs ?? 0);
        });
      },
    ),
  );
});
