import { describe, expect, test } from 'vitest';
import { createSourceLock } from './source-lock.ts';

const announced = { address: '10.0.0.1', port: 4000 };
const translated = { address: '203.0.113.9', port: 50_000 };
const stranger = { address: '198.51.100.1', port: 6000 };

describe('the source of a stream', () => {
  test('is who was announced, from the first packet on', () => {
    const lock = createSourceLock(announced);
    expect(lock.remote()).toEqual(announced);
    expect(lock.accepts(announced, { ssrc: 1, sequence: 1 }, 0)).toBe(true);
    for (let sequence = 1; sequence < 10; sequence += 1) {
      expect(lock.accepts(stranger, { ssrc: 1, sequence }, sequence)).toBe(false);
    }
    expect(lock.remote()).toMatchObject(announced);
  });

  test('is learned from three packets of one stream in a row', () => {
    const lock = createSourceLock(announced);
    const accepted = [1, 2, 3, 4].map((sequence) => lock.accepts(translated, { ssrc: 7, sequence }, 0));
    expect(accepted).toEqual([false, false, true, true]);
    expect(lock.remote()).toMatchObject(translated);
    expect(lock.isPeer(translated.address)).toBe(true);
    expect(lock.isPeer(announced.address)).toBe(false);
    expect(lock.accepts(announced, { ssrc: 7, sequence: 5 }, 0)).toBe(false);
  });

  test.each([
    [
      'other streams',
      [
        { ssrc: 1, sequence: 1 },
        { ssrc: 2, sequence: 2 },
        { ssrc: 3, sequence: 3 },
      ],
    ],
    [
      'numbers that do not follow',
      [
        { ssrc: 1, sequence: 1 },
        { ssrc: 1, sequence: 900 },
        { ssrc: 1, sequence: 30 },
      ],
    ],
  ])('is not learned from %s', (_what, packets) => {
    const lock = createSourceLock(announced);
    expect(packets.map((packet) => lock.accepts(stranger, packet, 0))).toEqual([false, false, false]);
  });

  test('is not learned from two that take turns', () => {
    const lock = createSourceLock(announced);
    for (let sequence = 1; sequence < 9; sequence += 1) {
      expect(lock.accepts(stranger, { ssrc: 1, sequence }, 0)).toBe(false);
      expect(lock.accepts(translated, { ssrc: 2, sequence }, 0)).toBe(false);
    }
  });

  test('may move when it fell silent and goes on with the very same stream', () => {
    const lock = createSourceLock(announced);
    lock.accepts(announced, { ssrc: 1, sequence: 65_530 }, 0);
    const goesOn = (atMs: number, ssrc = 1) =>
      [0, 1, 2].map((sequence) => lock.accepts(translated, { ssrc, sequence }, atMs));
    expect(goesOn(500)).toEqual([false, false, false]);
    expect(goesOn(5000, 2)).toEqual([false, false, false]);
    expect(goesOn(5000)).toEqual([false, false, true]);
    expect(lock.remote()).toMatchObject(translated);
  });
});
