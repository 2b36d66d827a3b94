import { beforeEach, expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { encodeUlaw } from '../../core/g711.ts';
import { dualTone } from './dual-tone.ts';
import { RtpReceiver } from './rtp-receiver.ts';

const SOUND = { pcmu: 0, pcma: 8, comfortNoise: 13 };

let receiver: RtpReceiver;
let digits: string[];
/** Whether anything is in each frame. */
let isLoud: boolean[];
/** Packets so far, and the places of 20 ms that they have filled or left out. */
let sequence: number;
let place: number;

beforeEach(() => {
  digits = [];
  isLoud = [];
  sequence = 0;
  place = 0;
  receiver = new RtpReceiver(0, {
    frame: (frame) => void isLoud.push(frame.some((sample) => Math.abs(sample) > 100)),
    digit: (digit, by) => void digits.push(`${digit} ${by}`),
  });
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: null });
});

/** @param digit null: silence */
function hear(digit: string | null, ms: number): void {
  for (let at = 0; at < ms; at += 20, sequence += 1, place += 1) {
    const samples = digit === null ? new Int16Array(160) : dualTone(digit, at * 8, 160);
    const packet = { sequence, timestamp: place * 160, payload: encodeUlaw(samples) };
    receiver.take(rtpPacket(packet), place * 20);
  }
}

test('a key in the sound is told once per press, and its sound is not handed on', () => {
  hear(null, 100);
  hear('5', 200);
  hear(null, 100);
  hear('5', 60);
  hear('#', 60);
  expect(digits).toEqual(['5 tone', '5 tone', '# tone']);
  expect(isLoud.slice(5, 15)).toEqual([true, ...Array.from({ length: 9 }, () => false)]);
});

test('silence that is not sent ends a press', () => {
  hear('5', 100);
  place += 5;
  hear('5', 100);
  expect(digits).toEqual(['5 tone', '5 tone']);
});

test('where key events were agreed on the sound tells no keys, and is handed on as it is', () => {
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: 101 });
  hear('5', 200);
  expect(digits).toEqual([]);
  expect(isLoud.every(Boolean)).toBe(true);
});

test('the sound tells keys from when on events are agreed on no more', () => {
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: 101 });
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: null });
  hear('5', 100);
  receiver.setPayloadTypes({ ...SOUND, telephoneEvent: 101 });
  hear(null, 100);
  hear('6', 100);
  expect(digits).toEqual(['5 tone']);
});

test('the echo of a key that we send as a tone is nobody’s key', () => {
  hear('1', 100);
  receiver.sentTone(100);
  hear(null, 200);
  hear('7', 100);
  hear(null, 800);
  hear('8', 100);
  expect(digits).toEqual(['1 tone', '8 tone']);
});
