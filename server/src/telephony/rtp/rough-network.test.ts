import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { decodeUlaw } from '../../core/g711.ts';
import { RtpReceiver } from './rtp-receiver.ts';

/** Network impairment of one packet. */
const fate = fc.record({
  delayMs: fc.integer({ min: 0, max: 50 }),
  isLost: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  isTwice: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
});

interface Arrival {
  index: number;
  atMs: number;
}

function arrivalsOf(fates: readonly { delayMs: number; isLost: boolean; isTwice: boolean }[]): Arrival[] {
  const arrivals = fates.flatMap(({ delayMs, isLost, isTwice }, index): Arrival[] => {
    if (isLost) return [];
    const one = { index, atMs: index * 20 + delayMs };
    return isTwice ? [one, { index, atMs: one.atMs + 30 }] : [one];
  });
  return arrivals.toSorted((one, other) => one.atMs - other.atMs);
}

/** Each packet has a distinct sample value that identifies it in a frame. */
const sampleOf = (index: number): number => decodeUlaw(Uint8Array.of(0x80 + (index % 100)))[0] ?? 0;

/** Delivered frames with their delivery times. */
function receive(arrivals: readonly Arrival[]): { middle: number; positionMs: number; atMs: number }[] {
  const frames: { middle: number; positionMs: number; atMs: number }[] = [];
  let nowMs = 0;
  const receiver = new RtpReceiver(0, 8000, {
    frame: (frame, positionMs) => void frames.push({ middle: frame[100] ?? 0, positionMs, atMs: nowMs }),
    digit: () => undefined,
  });
  receiver.setPayloadTypes({
    pcmu: 0,
    pcma: 8,
    telephoneEvent: null,
    comfortNoise: null,
    g722: null,
    opus: null,
    telephoneEvent48: null,
  });
  const runUntil = (atMs: number): void => {
    let dueMs = receiver.release(nowMs);
    while (dueMs !== null && dueMs <= atMs) {
      nowMs = dueMs;
      dueMs = receiver.release(nowMs);
    }
    nowMs = atMs;
  };
  for (const { index, atMs } of arrivals) {
    runUntil(atMs);
    const payload = new Uint8Array(160).fill(0x80 + (index % 100));
    receiver.take(rtpPacket({ sequence: (65_500 + index) & 0xffff, timestamp: index * 160, payload }), nowMs);
  }
  runUntil(nowMs + 1000);
  return frames;
}

test('delivers audio at its position with little delay despite loss, delay, duplicates and reordering', () => {
  fc.assert(
    fc.property(fc.array(fate, { minLength: 5, maxLength: 150 }), (fates) => {
      const arrivals = arrivalsOf(fates);
      const [first] = arrivals;
      if (first === undefined) return;
      const frames = receive(arrivals);
      const begin = frames[0]?.positionMs ?? 0;
      const byIndex = new Map(frames.map((frame) => [first.index + (frame.positionMs - begin) / 20, frame]));
      expect(byIndex.size).toBe(frames.length);
      for (const { index, atMs } of arrivals) {
        if (index < first.index) continue;
        const frame = byIndex.get(index);
        expect(frame?.middle).toBe(sampleOf(index));
        // Packets wait at most 60 ms for a missing one.
        expect((frame?.atMs ?? 0) - atMs).toBeLessThanOrEqual(60);
      }
    }),
    { numRuns: 300 },
  );
});
