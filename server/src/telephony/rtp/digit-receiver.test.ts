import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EventPacket, isKeyTone, type KeyPress, takeEvent } from './digit-receiver.ts';
import { parseTelephoneEvent, writeTelephoneEvent } from './telephone-event.ts';

type Step = [timestamp: number, digit: string, duration: number, flags?: 'end' | 'marker'];

function presses(steps: readonly Step[]): string {
  let press: KeyPress | null = null;
  let told = '';
  for (const [timestamp, digit, duration, flag] of steps) {
    const packet: EventPacket = {
      event: { digit, duration, isEnd: flag === 'end', volume: 10 },
      timestamp,
      marker: flag === 'marker',
    };
    const taken = takeEvent(press, packet);
    press = taken.press;
    if (taken.isPress) told += digit;
  }
  return told;
}

describe('key presses', () => {
  test.each<[string, Step[], string]>([
    [
      'one with three end packets',
      [
        [0, '1', 160, 'marker'],
        [0, '1', 320],
        [0, '1', 480, 'end'],
        [0, '1', 480, 'end'],
        [0, '1', 480, 'end'],
      ],
      '1',
    ],
    [
      'one without end packets',
      [
        [0, '1', 160],
        [0, '1', 320],
      ],
      '1',
    ],
    ['one with only an end packet', [[0, '1', 480, 'end']], '1'],
    [
      'the same key twice',
      [
        [0, '1', 160],
        [0, '1', 320, 'end'],
        [2000, '1', 160],
        [2000, '1', 320, 'end'],
      ],
      '11',
    ],
    [
      'the same key twice without end packets',
      [
        [0, '1', 160],
        [0, '1', 320],
        [1200, '1', 160],
      ],
      '11',
    ],
    [
      'the same key twice with markers and without end packets',
      [
        [0, '1', 160],
        [400, '1', 320, 'marker'],
      ],
      '11',
    ],
    [
      'two keys',
      [
        [0, '1', 160],
        [900, '2', 160],
      ],
      '12',
    ],
    [
      'a late end packet of the previous key',
      [
        [0, '1', 160, 'end'],
        [900, '2', 160],
        [0, '1', 160, 'end'],
        [900, '2', 320, 'end'],
      ],
      '12',
    ],
    [
      'one of a sender with a new timestamp per packet',
      [
        [0, '1', 160],
        [160, '1', 320],
        [320, '1', 480],
        [480, '1', 640, 'end'],
      ],
      '1',
    ],
    [
      'one of ten seconds',
      [
        [0, '1', 65_440],
        [0, '1', 65_535],
        [65_535, '1', 160],
        [65_535, '1', 320, 'end'],
      ],
      '1',
    ],
    [
      'across the timestamp rollover',
      [
        [0xffffff00, '1', 160, 'end'],
        [0x400, '2', 160],
      ],
      '12',
    ],
  ])('are recognized from their packets: %s', (_what, steps, told) => {
    expect(presses(steps)).toBe(told);
  });

  test('are reported once each if any of their packets arrives', () => {
    const digit = fc.constantFrom('0', '5', '#', 'D');
    const lost = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    const packetsOf = (key: string, at: number): Step[] => [
      [at, key, 160, 'marker'],
      ...[320, 480, 640, 800].map((duration): Step => [at, key, duration]),
      ...[800, 800, 800].map((duration): Step => [at, key, duration, 'end']),
    ];
    fc.assert(
      fc.property(fc.array(fc.tuple(digit, lost), { maxLength: 8 }), (keys) => {
        const arriving = keys.map(([key, isLost], index) =>
          packetsOf(key, index * 4000).filter((_, place) => isLost[place] !== true),
        );
        const expected = keys.filter((_, index) => arriving[index]?.length !== 0).map(([key]) => key);
        expect(presses(arriving.flat())).toBe(expected.join(''));
      }),
      { numRuns: 1000 },
    );
  });
});

test('a key mutes audio from its press to its end', () => {
  const press = takeEvent(null, {
    event: { digit: '1', duration: 320, isEnd: true, volume: 1 },
    timestamp: 1000,
    marker: true,
  }).press;
  expect([999, 1000, 1319, 1320].map((at) => isKeyTone(press, at))).toEqual([false, true, true, false]);
  expect(isKeyTone({ ...press, isEnded: false }, 2000)).toBe(true);
  expect(isKeyTone({ ...press, isEnded: false }, 3000)).toBe(false);
  expect(isKeyTone(null, 0)).toBe(false);
});

describe('a telephone event', () => {
  test('is written and parsed back', () => {
    for (const digit of '0123456789*#ABCD') {
      const event = { digit, isEnd: true, volume: 63, duration: 65_535 };
      expect(parseTelephoneEvent(writeTelephoneEvent(event))).toEqual(event);
    }
    expect([...writeTelephoneEvent({ digit: '#', isEnd: false, volume: 10, duration: 800 })]).toEqual([
      11, 10, 3, 32,
    ]);
  });

  test('is ignored if it is truncated or not a key', () => {
    expect(parseTelephoneEvent(Uint8Array.of(16, 10, 0, 160))).toBeNull();
    expect(parseTelephoneEvent(Uint8Array.of(1, 10, 0))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
        const event = parseTelephoneEvent(bytes);
        if (event !== null) expect(event.digit).toMatch(/^[0-9*#A-D]$/);
      }),
    );
  });
});
