import { createEncoder } from 'libopus-wasm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { tonePower } from '../../voice/audio/tones/goertzel.ts';
import { OpusCodec, opusTicks } from './opus-codec.ts';
import { parseRtp, type RtpPacket } from './rtp-packet.ts';
import { RtpReceiver } from './rtp-receiver.ts';
import { RtpSender } from './rtp-sender.ts';

const TYPES = {
  pcmu: 0,
  pcma: 8,
  g722: null,
  opus: 111,
  telephoneEvent: 101,
  telephoneEvent48: 102,
  comfortNoise: null,
};

/** A vowel of 200 Hz with overtones, which Opus codes as speech. */
function voice(begin: number, count = 320): Int16Array {
  return Int16Array.from({ length: count }, (_, index) => {
    const phase = ((begin + index) / 16_000) * 2 * Math.PI * 200;
    return Math.round(4000 * (Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(3 * phase) / 3));
  });
}
const powerAt = (frames: readonly Int16Array[], hertz: number): number => {
  const samples = Float64Array.from(frames.flatMap((frame) => [...frame]));
  return tonePower(samples, hertz, 16_000);
};

let opus: OpusCodec;
let packets: RtpPacket[];
let sender: RtpSender;
let frames: { frame: Int16Array; positionMs: number }[];
let digits: string[];
let receiver: RtpReceiver;

beforeEach(async () => {
  opus = await OpusCodec.open(16_000);
  onTestFinished(() => opus.free());
  opus.configure({ maxBitrate: null, usesFec: true, isConstant: false });
  packets = [];
  sender = new RtpSender((bytes) => packets.push(parseRtp(bytes) ?? expect.fail()));
  configure(20);
  frames = [];
  digits = [];
  receiver = new RtpReceiver(0, 16_000, {
    frame: (frame, positionMs) => void frames.push({ frame, positionMs }),
    digit: (digit) => void digits.push(digit),
  });
  receiver.setPayloadTypes(TYPES);
  receiver.setOpus(opus);
});

function configure(packetTimeMs: number, codec: 'opus' | 'pcmu' = 'opus'): void {
  sender.configure({ codec, payloadTypes: TYPES, packetTimeMs }, 16_000, opus);
}
const speak = (count: number): void => {
  for (let index = 0; index < count; index += 1) sender.send(voice(index * 320));
};
/** Delivers packets every 20 ms. */
function deliver(all: readonly (RtpPacket | null)[], fromMs = 0): void {
  for (const [index, packet] of all.entries()) {
    if (packet !== null) receiver.take(packet, fromMs + index * 20);
    receiver.release(fromMs + index * 20);
  }
}

describe('sent', () => {
  test.each([
    [10, [0, 480, 960, 1440]],
    [20, [0, 960]],
    [40, [0]],
  ])('packets of %i ms count at 48 kHz', (packetTimeMs, expected) => {
    configure(packetTimeMs);
    speak(2);
    const [first] = packets;
    expect(packets.map(({ timestamp }) => (timestamp - (first?.timestamp ?? 0)) >>> 0)).toEqual(expected);
    expect(packets.map(({ payload }) => opusTicks(payload))).toEqual(expected.map(() => packetTimeMs * 8));
    expect(packets.map(({ payloadType }) => payloadType)).toEqual(expected.map(() => 111));
  });

  test('keys are events of the same clock, and are received once', async () => {
    const out = sender.sendDigits('5');
    speak(14);
    await out;
    const events = packets.filter(({ payloadType }) => payloadType === 102);
    expect(events.map(({ payload }) => Buffer.from(payload).readUInt16BE(2))).toEqual([
      960, 1920, 2880, 3840, 4800, 4800, 4800,
    ]);
    deliver(packets);
    expect(digits).toEqual(['5']);
  });

  test('nothing leaves before Opus is loaded, but time passes', () => {
    sender.configure({ codec: 'opus', payloadTypes: TYPES, packetTimeMs: 20 }, 16_000, null);
    expect(sender.send(voice(0))).toBe(false);
    expect(packets).toEqual([]);
  });
});

describe('received', () => {
  test('audio has frames of 20 ms at its own positions, also when timestamps wrap', () => {
    speak(50);
    const moved = packets.map((packet, index) => ({
      ...packet,
      timestamp: (2 ** 32 - 4800 + index * 960) >>> 0,
    }));
    deliver(moved);
    expect(frames.map(({ positionMs }) => positionMs)).toEqual(frames.map((_, index) => index * 20));
    expect(frames).toHaveLength(50);
    const heard = frames.slice(10).map(({ frame }) => frame);
    expect(powerAt(heard, 200)).toBeGreaterThan(powerAt(heard, 300) * 100);
  });

  test('a lost packet is repeated from the next one', async () => {
    // A tone that begins with the lost packet can come only from its copy.
    const encoder = await createEncoder({
      sampleRate: 16_000,
      channels: 1,
      application: 2048,
      bitrate: 32_000,
      fec: true,
      packetLossPercent: 20,
    });
    onTestFinished(() => encoder.free());
    const loud = (index: number): Int16Array =>
      index < 30 ? voice(index * 320).map((one) => one >> 5) : voice(index * 320);
    const all = Array.from({ length: 34 }, (_, index) =>
      rtpPacket({
        payloadType: 111,
        sequence: index,
        timestamp: index * 960,
        payload: encoder.encode(loud(index)),
      }),
    );
    const level = (atMs: number): number =>
      Math.max(...(frames.find(({ positionMs }) => positionMs === atMs)?.frame ?? [0]));
    deliver(all.map((packet, index) => (index === 31 ? null : packet)));
    receiver.release(34 * 20 + 60);
    expect(frames.map(({ positionMs }) => positionMs)).toEqual(all.map((_, index) => index * 20));
    expect(level(31 * 20)).toBeGreaterThan(2000);
  });

  test('long losses are concealed for 100 ms', () => {
    speak(30);
    deliver(packets.map((packet, index) => (index >= 10 && index < 20 ? null : packet)));
    receiver.release(700);
    const positions = frames.map(({ positionMs }) => positionMs);
    expect(positions.slice(9, 16)).toEqual([180, 200, 220, 240, 260, 280, 400]);
  });

  test('damaged and oversized packets are concealed or ignored', () => {
    speak(5);
    const damaged = [
      Uint8Array.of(),
      Uint8Array.of(0xff),
      Uint8Array.of(0xff, 0x3f),
      Uint8Array.of(0x4b, 0x03, 0xff),
      new Uint8Array(9000).fill(0x08),
    ];
    for (const [index, payload] of damaged.entries()) {
      const sequence = ((packets[4]?.sequence ?? 0) + 1 + index) & 0xffff;
      const timestamp = (packets[4]?.timestamp ?? 0) + 960 * (index + 1);
      const { ssrc = 0 } = packets[4] ?? {};
      packets.push(rtpPacket({ payloadType: 111, payload, sequence, timestamp: timestamp >>> 0, ssrc }));
    }
    deliver(packets);
    expect(frames.length).toBeGreaterThanOrEqual(5);
    for (const { frame } of frames) expect(frame).toHaveLength(320);
  });

  test('a peer may change to G.711 and back', () => {
    speak(5);
    configure(20, 'pcmu');
    speak(5);
    configure(20);
    speak(5);
    deliver(packets);
    expect(packets.map(({ payloadType }) => payloadType)).toEqual([
      ...Array(5).fill(111),
      ...Array(5).fill(0),
      ...Array(5).fill(111),
    ]);
    expect(frames.map(({ positionMs }) => positionMs)).toEqual(frames.map((_, index) => index * 20));
    expect(frames).toHaveLength(15);
  });
});

test.each([
  [[0x08], 160],
  [[0x00], 80],
  [[0x18], 480],
  [[0x09], 320],
  [[0x0b, 0x03], 480],
  [[0x80], 20],
  [[0x98], 160],
  [[0x60], 80],
  [[0x0b, 0x07], null],
  [[0x0b], null],
  [[], null],
])('a packet that begins with %j has %s ticks', (bytes, ticks) => {
  expect(opusTicks(Uint8Array.from(bytes))).toBe(ticks);
});
