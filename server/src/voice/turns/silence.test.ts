import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FRESH_SILENCE,
  type SilenceDecision,
  type SilenceFacts,
  type SilenceLimits,
  watchSilence,
} from './silence.ts';

const limits: SilenceLimits = {
  reengagementIntervalMs: 7000,
  maxSilenceMs: 20_000,
  maxInitialSilenceMs: null,
  maxDurationMs: 300_000,
};

type Sound = Pick<SilenceFacts, 'customer' | 'assistant'>;
const QUIET: Sound = { customer: false, assistant: 'silent' };
const CUSTOMER: Sound = { customer: true, assistant: 'silent' };
const ASSISTANT: Sound = { customer: false, assistant: 'busy' };
const REENGAGING: Sound = { customer: false, assistant: 'reengaging' };

/** Decisions with their time in seconds; a re-engagement itself takes one second. */
function decisions(sounds: [Sound, number][], own: Partial<SilenceLimits> = {}): [number, SilenceDecision][] {
  let state = FRESH_SILENCE;
  let nowMs = 0;
  let reengagingUntilMs = 0;
  const made: [number, SilenceDecision][] = [];
  for (const [sound, seconds] of sounds) {
    for (const endMs = nowMs + seconds * 1000; nowMs < endMs; nowMs += 100) {
      const facts = nowMs < reengagingUntilMs && sound === QUIET ? REENGAGING : sound;
      const next = watchSilence(state, { nowMs, ...facts }, { ...limits, ...own });
      state = next.state;
      if (next.decision === 'reengage') reengagingUntilMs = nowMs + 1000;
      if (next.decision !== 'none') made.push([nowMs / 1000, next.decision]);
      if (next.decision.startsWith('hang-up')) return made;
    }
  }
  return made;
}

test.each<[string, [Sound, number][], Partial<SilenceLimits>, [number, SilenceDecision][]]>([
  [
    'nobody speaks',
    [[QUIET, 30]],
    {},
    [
      [7, 'reengage'],
      [14.9, 'reengage'],
      [20, 'hang-up-silence'],
    ],
  ],
  [
    'a question just before the limit leaves time for an answer',
    [[QUIET, 30]],
    { reengagementIntervalMs: 11_000, maxSilenceMs: 12_000 },
    [
      [11, 'reengage'],
      [14.9, 'hang-up-silence'],
    ],
  ],
  [
    'no question when both limits coincide',
    [[QUIET, 30]],
    { reengagementIntervalMs: 12_000, maxSilenceMs: 12_000 },
    [[12, 'hang-up-silence']],
  ],
  [
    'customer speech resets the timers',
    [
      [QUIET, 6],
      [CUSTOMER, 1],
      [QUIET, 6.9],
    ],
    {},
    [],
  ],
  [
    'assistant speech resets the timers',
    [
      [QUIET, 6],
      [ASSISTANT, 1],
      [QUIET, 6.9],
    ],
    {},
    [],
  ],
  ['assistant activity is not silence', [[ASSISTANT, 100]], {}, []],
  ['initial silence', [[QUIET, 10]], { maxInitialSilenceMs: 5000 }, [[5, 'hang-up-initial-silence']]],
  [
    'initial silence after a long greeting',
    [
      [ASSISTANT, 8],
      [QUIET, 10],
    ],
    { maxInitialSilenceMs: 5000 },
    [[10.9, 'hang-up-initial-silence']],
  ],
  [
    'initial silence after the customer spoke',
    [
      [CUSTOMER, 1],
      [QUIET, 6.9],
    ],
    { maxInitialSilenceMs: 5000 },
    [],
  ],
  [
    'the maximum duration ends the call once, early enough for a goodbye',
    [[ASSISTANT, 30]],
    { maxDurationMs: 20_000 },
    [[15, 'time-over']],
  ],
])('silence timers: %s', (_, sounds, own, expected) => {
  expect(decisions(sounds, own)).toEqual(expected);
});

test('ends a silent call in time for any limits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 7, max: 600 }),
      fc.integer({ min: 1, max: 360 }),
      (interval, maxSilence) => {
        // The question takes one second, and the customer has three seconds to answer.
        const made = decisions([[QUIET, maxSilence + 1 + 3 + 0.2]], {
          reengagementIntervalMs: interval * 1000,
          maxSilenceMs: maxSilence * 1000,
          maxDurationMs: 1_200_000,
        });
        expect(made.at(-1)?.[1]).toBe('hang-up-silence');
      },
    ),
    { numRuns: 30 },
  );
});
