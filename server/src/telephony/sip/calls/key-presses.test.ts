import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { KeyPresses } from './key-presses.ts';

type Step = ['event' | 'info' | 'info without events', string] | ['wait', number];

test.each<[string, Step[], string]>([
  [
    'events alone',
    [
      ['event', '1'],
      ['event', '1'],
    ],
    '11',
  ],
  [
    'INFO alone, though events were agreed on',
    [
      ['info', '1'],
      ['info', '1'],
    ],
    '11',
  ],
  [
    'both, the event first',
    [
      ['event', '1'],
      ['info', '1'],
      ['event', '1'],
      ['info', '1'],
    ],
    '11',
  ],
  [
    'both, INFO first',
    [
      ['info', '1'],
      ['event', '1'],
      ['info', '2'],
      ['event', '2'],
    ],
    '12',
  ],
  [
    'both, two presses of INFO ahead',
    [
      ['info', '1'],
      ['info', '2'],
      ['event', '1'],
      ['event', '2'],
    ],
    '12',
  ],
  [
    'events from some time on',
    [
      ['info', '1'],
      ['wait', 3000],
      ['event', '1'],
    ],
    '11',
  ],
  [
    'INFO again, when events are agreed on no more',
    [
      ['event', '1'],
      ['info without events', '1'],
    ],
    '11',
  ],
])('%s', (_name, steps, expected) => {
  const clock = manualClock();
  const presses = new KeyPresses(clock);
  let counted = '';
  for (const [how, what] of steps) {
    if (how === 'wait') clock.advance(what);
    else if (how === 'event' ? presses.byEvent(what) : presses.byInfo(what, how === 'info')) counted += what;
  }
  expect(counted).toBe(expected);
});
