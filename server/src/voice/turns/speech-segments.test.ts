import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endSpeech, NO_SPEECH, type SpeechChange, trackSpeech } from './speech-segments.ts';

/** `x`: speech, `/`: speech with a silent second half, `~`: enough to continue, `.`: silence; 32 ms each. */
function changes(sounds: string, stopAfterMs = 200): SpeechChange[] {
  let state = NO_SPEECH;
  const heard: SpeechChange[] = [];
  [...sounds].forEach((sound, index) => {
    const probability = sound === 'x' || sound === '/' ? 0.9 : sound === '~' ? 0.4 : 0.05;
    const heardNow = { probability, endMs: (index + 1) * 32, trailingSilenceMs: sound === '/' ? 16 : 0 };
    const next = trackSpeech(state, heardNow, stopAfterMs);
    state = next.state;
    if (next.change !== null) heard.push(next.change);
  });
  return heard;
}

test.each<[string, SpeechChange[]]>([
  ['........', []],
  ['...x....', []],
  ['...~~~~.', []],
  ['..xx....', [{ type: 'speech-started', atMs: 64 }]],
  [
    '..xx.......',
    [
      { type: 'speech-started', atMs: 64 },
      { type: 'speech-stopped', atMs: 128, voicedMs: 64 },
    ],
  ],
  [
    '..xx~~.......xx',
    [
      { type: 'speech-started', atMs: 64 },
      { type: 'speech-stopped', atMs: 192, voicedMs: 128 },
      { type: 'speech-started', atMs: 416 },
    ],
  ],
  ['..xx..x..x..', [{ type: 'speech-started', atMs: 64 }]],
  [
    '..xx/......',
    [
      { type: 'speech-started', atMs: 64 },
      { type: 'speech-stopped', atMs: 144, voicedMs: 80 },
    ],
  ],
  [
    '..x/x.......',
    [
      { type: 'speech-started', atMs: 64 },
      { type: 'speech-stopped', atMs: 160, voicedMs: 96 },
    ],
  ],
])('finds the speech segments of "%s"', (sounds, expected) => {
  expect(changes(sounds)).toEqual(expected);
});

test('a segment without further audio ends with its last sound', () => {
  let { state } = trackSpeech(NO_SPEECH, { probability: 1, endMs: 32, trailingSilenceMs: 0 }, 200);
  ({ state } = trackSpeech(state, { probability: 1, endMs: 64, trailingSilenceMs: 0 }, 200));
  expect(endSpeech(state).change).toEqual({ type: 'speech-stopped', atMs: 64, voicedMs: 64 });
  expect(endSpeech(endSpeech(state).state).change).toBeNull();
});

test('alternates between starts and stops, in order of time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('x', '/', '~', '.'), { maxLength: 200 }),
      fc.integer({ min: 0, max: 500 }),
      (sounds, stopAfterMs) => {
        const heard = changes(sounds.join(''), stopAfterMs);
        heard.forEach((change, index) => {
          expect(change.type).toBe(index % 2 === 0 ? 'speech-started' : 'speech-stopped');
          expect(change.atMs).toBeGreaterThanOrEqual(heard[index - 1]?.atMs ?? 0);
        });
      },
    ),
  );
});
