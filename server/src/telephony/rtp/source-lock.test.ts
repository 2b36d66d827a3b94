import { describe, expect, test } from 'vitest';
import { createSourceLock } from './source-lock.ts';

const announced = { address: '10.0.0.1', port: 4000 };
const translated = { address: '203.0.113.9', port: 50_000 };
const onItsMachine = { ...announced, port: 4002 };
const candidate = { address: '198.51.100.1', port: 6000 };

describe('the accepted source of a stream', () => {
  test('is the announced address from its first packet', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    expect(lock.remote()).toEqual(announced);
    expect(lock.accepts(announced, { ssrc: 1, sequence: 1 }, 0)).toBe(true);
    for (let sequence = 1; sequence < 10; sequence += 1) {
      expect(lock.accepts(candidate, { ssrc: 1, sequence }, sequence)).toBe(false);
    }
    expect(lock.remote()).toMatchObject(announced);
  });

  test('is learned from three consecutive packets of one stream', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    const accepted = [1, 2, 3, 4].map((sequence) => lock.accepts(onItsMachine, { ssrc: 7, sequence }, 0));
    expect(accepted).toEqual([false, false, true, true]);
    expect(lock.remote()).toMatchObject(onItsMachine);
  });

  test('may be another address if the announced one sends nothing', () => {
    const lock = createSourceLock(announced, { nowMs: 1000, previous: null });
    const from = (atMs: number) => lock.accepts(translated, { ssrc: 7, sequence: atMs / 20 }, atMs);
    expect([1200, 1220, 1240, 1260, 1280].map(from)).toEqual([false, false, false, false, false]);
    expect([1300, 1320].map(from)).toEqual([true, true]);
    expect(lock.remote()).toMatchObject(translated);
    expect(lock.isPeer(translated.address)).toBe(true);
    expect(lock.isPeer(announced.address)).toBe(false);
  });

  test('returns to the announced source with its first packet', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    for (const sequence of [1, 2, 3]) lock.accepts(candidate, { ssrc: 66, sequence }, 1000);
    expect(lock.remote()).toMatchObject(candidate);
    expect(lock.accepts(announced, { ssrc: 1, sequence: 1 }, 1020)).toBe(true);
    for (const sequence of [4, 5, 6, 7]) {
      expect(lock.accepts(candidate, { ssrc: 66, sequence }, 1040)).toBe(false);
    }
    expect(lock.remote()).toMatchObject(announced);
  });

  test('is not the previous source after a renegotiation, even if its packets arrive late', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: onItsMachine });
    for (let sequence = 1; sequence < 500; sequence += 1) {
      expect(lock.accepts(onItsMachine, { ssrc: 1, sequence }, sequence * 20)).toBe(false);
    }
    expect(lock.accepts(announced, { ssrc: 2, sequence: 1 }, 10_000)).toBe(true);
  });

  test('may be replaced if it was learned and is silent for long', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    const send = (source: typeof candidate, atMs: number) =>
      [1, 2, 3].map((sequence) => lock.accepts(source, { ssrc: source.port, sequence }, atMs));
    expect(send(candidate, 1000)).toEqual([false, false, true]);
    expect(send(translated, 5000)).toEqual([false, false, false]);
    expect(send(translated, 6000)).toEqual([false, false, true]);
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
      'non-consecutive sequence numbers',
      [
        { ssrc: 1, sequence: 1 },
        { ssrc: 1, sequence: 900 },
        { ssrc: 1, sequence: 30 },
      ],
    ],
  ])('is not learned from %s', (_what, packets) => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    expect(packets.map((packet) => lock.accepts(candidate, packet, 1000))).toEqual([false, false, false]);
  });

  test('is not learned from two alternating sources', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    for (let sequence = 1; sequence < 9; sequence += 1) {
      expect(lock.accepts(candidate, { ssrc: 1, sequence }, 1000)).toBe(false);
      expect(lock.accepts(translated, { ssrc: 2, sequence }, 1000)).toBe(false);
    }
  });

  test('may change its port and stream after a silence', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    lock.accepts(announced, { ssrc: 1, sequence: 65_530 }, 0);
    const moves = (atMs: number) =>
      [1, 2, 3].map((sequence) => lock.accepts(onItsMachine, { ssrc: 2, sequence }, atMs));
    expect(moves(999)).toEqual([false, false, false]);
    expect(moves(1000)).toEqual([false, false, true]);
    expect(lock.remote()).toMatchObject(onItsMachine);
  });

  test('does not change while it sends', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null, isAuthentic: true });
    for (let sequence = 1; sequence < 500; sequence += 1) {
      expect(lock.accepts(announced, { ssrc: 1, sequence }, sequence * 20)).toBe(true);
      for (const source of [onItsMachine, translated]) {
        expect(lock.accepts(source, { ssrc: 2, sequence }, sequence * 20)).toBe(false);
      }
    }
  });

  test.each([
    ['a learned address, to another of its ports', false, { ...translated, port: 50_002 }, true],
    ['a learned address, to a foreign one', false, candidate, false],
    ['a learned address, to a foreign one that knows the key', true, candidate, true],
  ])('moves with a new stream after a silence: %s', (_what, isAuthentic, source, isFollowed) => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null, isAuthentic });
    for (const sequence of [1, 2, 3]) lock.accepts(translated, { ssrc: 7, sequence }, 1000);
    const accepted = [1, 2, 3].map((sequence) => lock.accepts(source, { ssrc: 8, sequence }, 2500));
    expect(accepted).toEqual([false, false, isFollowed]);
  });

  test('may change its address after a silence if it continues the same stream', () => {
    const lock = createSourceLock(announced, { nowMs: 0, previous: null });
    lock.accepts(announced, { ssrc: 1, sequence: 65_530 }, 0);
    const goesOn = (atMs: number, ssrc = 1) =>
      [0, 1, 2].map((sequence) => lock.accepts(translated, { ssrc, sequence }, atMs));
    expect(goesOn(500)).toEqual([false, false, false]);
    expect(goesOn(5000, 2)).toEqual([false, false, false]);
    expect(goesOn(5000)).toEqual([false, false, true]);
    expect(lock.remote()).toMatchObject(translated);
  });
});
