import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { KeyPresses } from './leg-inbox.ts';

type Step = ['event' | 'tone' | 'info' | 'info without events', string] | ['wait', number];

test.each<[string, Step[], string]>([
  [
    'events only',
    [
      ['event', '1'],
      ['event', '1'],
    ],
    '11',
  ],
  [
    'only INFO despite negotiated events',
    [
      ['info', '1'],
      ['info', '1'],
    ],
    '11',
  ],
  [
    'both, event first',
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
    'both, INFO two presses ahead',
    [
      ['info', '1'],
      ['info', '2'],
      ['event', '1'],
      ['event', '2'],
    ],
    '12',
  ],
  [
    'events after some time',
    [
      ['info', '1'],
      ['wait', 3000],
      ['event', '1'],
    ],
    '11',
  ],
  [
    'INFO after events are no longer negotiated',
    [
      ['event', '1'],
      ['info without events', '1'],
    ],
    '11',
  ],
  [
    'tones only',
    [
      ['tone', '1'],
      ['tone', '1'],
    ],
    '11',
  ],
  [
    'tones with INFO before or after each',
    [
      ['tone', '1'],
      ['info without events', '1'],
      ['info without events', '1'],
      ['tone', '1'],
      ['tone', '2'],
      ['tone', '2'],
      ['info without events', '2'],
      ['info without events', '2'],
    ],
    '1122',
  ],
  [
    'a tone, and INFO of the same key much later',
    [
      ['tone', '1'],
      ['wait', 3000],
      ['info without events', '1'],
    ],
    '11',
  ],
  [
    'a tone also reported as an event after a renegotiation',
    [
      ['tone', '1'],
      ['event', '1'],
      ['event', '1'],
    ],
    '11',
  ],
])('counts each key press once: %s', (_name, steps, expected) => {
  const clock = manualClock();
  const presses = new KeyPresses(clock);
  let counted = '';
  for (const [how, what] of steps) {
    if (how === 'wait') clock.advance(what);
    else if (isNew(presses, how, what)) counted += what;
  }
  expect(counted).toBe(expected);
});

function isNew(presses: KeyPresses, how: Exclude<Step[0], 'wait'>, digit: string): boolean {
  if (how === 'event') return presses.byEvent(digit);
  return how === 'tone' ? presses.byTone(digit) : presses.byInfo(digit, how === 'info');
}
