import { beforeEach, expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { encodeUlaw } from '../../core/g711.ts';
import { dualTone } from './dual-tone.ts';
import { RtpReceiver } from './rtp-receiver.ts';

const SOUND = { g722: null, opus: null, telephoneEvent48: null, pcmu: 0, pcma: 8, comfortNoise: 13 };

let receiver: RtpReceiver;
let digits: string[];
/** True for each frame that is not silent. */
let isLoud: boolean[];
/** `sequence` counts packets; `place` counts slots of 20 ms, including gaps. */
let sequence: number;
let place: number;

beforeEach(() => {
  digits = [];
  isLoud = [];
  sequence = 0;
  place = 0;
  receiver = new RtpReceiver(0, 8000, {
    frame: (frame) => void isLoud.push(frame.some((sample) => Math.abs(sample) > 100)),
    digit: (digit, by) => void digits.push(`${digit} ${by}`),
  });
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: null });
});

/** @param digit null for silence */
function detect(digit: string | null, ms: number): void {
  for (let at = 0; at < ms; at += 20, sequence += 1, place += 1) {
    const samples = digit === null ? new Int16Array(160) : dualTone(digit, at * 8, { count: 160 });
    const packet = { sequence, timestamp: place * 160, payload: encodeUlaw(samples) };
    receiver.take(rtpPacket(packet), place * 20);
  }
}

test('reports an in-band tone once per press and removes it from the audio', () => {
  detect(null, 100);
  detect('5', 200);
  detect(null, 100);
  detect('5', 60);
  detect('#', 60);
  expect(digits).toEqual(['5 tone', '5 tone', '# tone']);
  expect(isLoud.slice(5, 15)).toEqual([true, ...Array.from({ length: 9 }, () => false)]);
});

test('a gap without packets ends a press', () => {
  detect('5', 100);
  place += 5;
  detect('5', 100);
  expect(digits).toEqual(['5 tone', '5 tone']);
});

test('ignores tones and keeps them in the audio if telephone events are negotiated', () => {
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: 101 });
  detect('5', 200);
  expect(digits).toEqual([]);
  expect(isLoud.every(Boolean)).toBe(true);
});

test('detects tones when telephone events are no longer negotiated', () => {
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: 101 });
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: null });
  detect('5', 100);
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: 101 });
  detect(null, 100);
  detect('6', 100);
  expect(digits).toEqual(['5 tone']);
});

test('ignores the echo of the tone that we sent', () => {
  detect('1', 100);
  receiver.sentTone(100);
  detect(null, 200);
  detect('7', 100);
  detect(null, 800);
  detect('8', 100);
  expect(digits).toEqual(['1 tone', '8 tone']);
});
