import { expect, test } from 'vitest';
import { decodeUlaw } from '../../core/g711.ts';
import { G722Decoder, G722Encoder } from '../../core/g722.ts';
import type { SampleRateHz } from '../../voice/legs/media-leg.ts';
import type { Codec } from './rtp-codec.ts';
import { parseRtp, type RtpPacket } from './rtp-packet.ts';
import { RtpSender } from './rtp-sender.ts';

interface Changes {
  telephoneEvent?: number | null;
  packetTimeMs?: number;
  codec?: Codec;
  rateHz?: SampleRateHz;
}

function sender(changes: Changes = {}): {
  sender: RtpSender;
  packets: RtpPacket[];
} {
  const packets: RtpPacket[] = [];
  const made = new RtpSender((bytes) => {
    const packet = parseRtp(bytes);
    if (packet !== null) packets.push(packet);
  });
  const { telephoneEvent = null, packetTimeMs = 20, codec = 'pcmu', rateHz = 8000 } = changes;
  const payloadTypes = {
    pcmu: 0,
    pcma: 8,
    g722: 9,
    opus: null,
    telephoneEvent,
    telephoneEvent48: null,
    comfortNoise: null,
  };
  made.configure({ codec, payloadTypes, packetTimeMs }, rateHz);
  return { sender: made, packets };
}

const silence = new Int16Array(160);

/** Level of a tone (Goertzel). */
function strength(samples: Int16Array, hertz: number, rateHz = 8000): number {
  let [one, two] = [0, 0];
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / rateHz);
  for (const sample of samples) [one, two] = [sample + factor * one - two, one];
  return Math.sqrt(one * one + two * two - factor * one * two) / samples.length;
}

test('sends keys as in-band tones if telephone events are not negotiated', async () => {
  const { sender: ours, packets } = sender();
  const out = ours.sendDigits('6');
  for (let frame = 0; frame < 12; frame += 1) ours.send(silence);
  await out;
  const tone = packets.slice(0, 5).flatMap(({ payload }) => [...decodeUlaw(payload)]);
  const heard = Int16Array.from(tone);
  for (const hertz of [770, 1477]) expect(strength(heard, hertz)).toBeGreaterThan(1500);
  for (const hertz of [697, 852, 1336, 1633]) expect(strength(heard, hertz)).toBeLessThan(300);
  for (const { payload } of packets.slice(5))
    expect(decodeUlaw(payload).every((sample) => sample === 0)).toBe(true);
  expect(packets.every(({ payloadType }) => payloadType === 0)).toBe(true);
});

test('advances timestamps while nothing is sent, and marks the next packet', () => {
  const { sender: ours, packets } = sender();
  for (let frame = 0; frame < 3; frame += 1) ours.send(silence);
  for (let frame = 0; frame < 50; frame += 1) ours.skip();
  for (let frame = 0; frame < 2; frame += 1) ours.send(silence);
  const [first, ...rest] = packets;
  const since = rest.map(({ timestamp }) => (timestamp - (first?.timestamp ?? 0)) >>> 0);
  expect(since).toEqual([160, 320, 8480, 8640]);
  expect(packets.map(({ marker }) => marker)).toEqual([true, false, false, true, false]);
  expect(packets.map(({ sequence }) => (sequence - (first?.sequence ?? 0)) & 0xffff)).toEqual([
    0, 1, 2, 3, 4,
  ]);
});

test('ignores characters that are not keys, and resolves when the stream closes', async () => {
  const { sender: ours, packets } = sender({ telephoneEvent: 101 });
  await ours.sendDigits(' x-');
  const out = ours.sendDigits('12345');
  ours.send(silence);
  ours.dropDigits();
  await out;
  ours.send(silence);
  expect(packets.map(({ payloadType }) => payloadType)).toEqual([101, 0]);
});

test('a key replaces a half-filled packet of 40 ms', async () => {
  const { sender: ours, packets } = sender({ telephoneEvent: 101, packetTimeMs: 40 });
  ours.send(silence);
  const out = ours.sendDigits('1');
  for (let frame = 1; frame < 16; frame += 1) ours.send(silence);
  await out;
  const sounds = packets.filter(({ payloadType }) => payloadType === 0);
  expect(sounds.every(({ payload }) => payload.length === 320)).toBe(true);
  const begin = packets[0]?.timestamp ?? 0;
  expect(sounds.map(({ timestamp }) => ((timestamp - begin) >>> 0) / 160)).toEqual([7, 9, 11, 13]);
});

test('sends G.722 as one byte for two samples, with timestamps at 8 kHz', () => {
  const { sender: ours, packets } = sender({ codec: 'g722', rateHz: 16_000 });
  const tone = Int16Array.from({ length: 960 }, (_, index) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 5000 * index) / 16_000)),
  );
  for (let at = 0; at < tone.length; at += 320) ours.send(tone.subarray(at, at + 320));
  expect(packets.map(({ payloadType, payload }) => [payloadType, payload.length])).toEqual([
    [9, 160],
    [9, 160],
    [9, 160],
  ]);
  expect(((packets[2]?.timestamp ?? 0) - (packets[0]?.timestamp ?? 0)) >>> 0).toBe(320);
  expect(Buffer.concat(packets.map(({ payload }) => payload))).toEqual(
    Buffer.from(new G722Encoder().encode(tone)),
  );
});

test('resamples if the peer changes between G.722 and G.711 during a call', () => {
  const { sender: wide, packets: narrow } = sender({ codec: 'pcma', rateHz: 16_000 });
  wide.send(new Int16Array(320).fill(1000));
  const { sender: phone, packets } = sender({ codec: 'g722', rateHz: 8000 });
  phone.send(new Int16Array(160).fill(1000));
  expect([narrow[0]?.payload.length, packets[0]?.payload.length]).toEqual([160, 160]);
});

test('sends in-band tones at the sample rate of the session', async () => {
  const { sender: ours, packets } = sender({ codec: 'g722', rateHz: 16_000 });
  const out = ours.sendDigits('6');
  for (let frame = 0; frame < 12; frame += 1) ours.send(new Int16Array(320));
  await out;
  const decoder = new G722Decoder();
  const heard = Int16Array.from(packets.slice(0, 5).flatMap(({ payload }) => [...decoder.decode(payload)]));
  for (const hertz of [770, 1477]) expect(strength(heard, hertz, 16_000)).toBeGreaterThan(1500);
  for (const hertz of [697, 1633]) expect(strength(heard, hertz, 16_000)).toBeLessThan(300);
});
