import { expect, test } from 'vitest';
import { PeakMeter } from './peak-meter.ts';
import { readWaveFormat } from './wave-file.ts';

function header(coding: number, channels: number, dataBytes: number): Uint8Array {
  const bytes = new Uint8Array(44);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  write(8, 'WAVE');
  write(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, coding, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, 8_000, true);
  write(36, 'data');
  view.setUint32(40, dataBytes, true);
  return bytes;
}

test('reads the encoding from the header', () => {
  expect(readWaveFormat(header(7, 2, 160))).toEqual({
    coding: 'mu-law',
    channels: 2,
    sampleRateHz: 8_000,
    dataOffset: 44,
    dataBytes: 160,
  });
});

test.each([
  ['text', new TextEncoder().encode('<!doctype html>')],
  ['a truncated header', header(7, 2, 160).subarray(0, 30)],
  ['another encoding', header(85, 2, 160)],
  ['more than two channels', header(7, 6, 160)],
  ['an empty file', new Uint8Array()],
])('rejects %s', (_name, bytes) => {
  expect(readWaveFormat(bytes)).toBeNull();
});

test('measures each µ-law channel, wherever chunks are split', () => {
  const meter = new PeakMeter(
    { coding: 'mu-law', channels: 2, sampleRateHz: 8_000, dataOffset: 0, dataBytes: 8 },
    2,
  );
  // 0x80 is the loudest sample, 0xff silence. The customer speaks first, then the assistant.
  meter.add(Uint8Array.of(0x80, 0xff, 0xff));
  meter.add(Uint8Array.of(0xff, 0xff, 0x00, 0xff, 0xff));
  const [customer, assistant] = meter.peaks;
  expect(customer?.[0]).toBeCloseTo(0.98, 2);
  expect(customer?.[1]).toBe(0);
  expect(assistant?.[0]).toBe(0);
  expect(assistant?.[1]).toBeCloseTo(0.98, 2);
});

test('reads 16-bit samples across chunks', () => {
  const meter = new PeakMeter(
    { coding: 'pcm-16', channels: 1, sampleRateHz: 8_000, dataOffset: 0, dataBytes: 4 },
    2,
  );
  meter.add(Uint8Array.of(0x00));
  meter.add(Uint8Array.of(0xc0, 0xff));
  meter.add(Uint8Array.of(0x3f));
  expect(meter.peaks[0]?.[0]).toBeCloseTo(0.5, 3);
  expect(meter.peaks[0]?.[1]).toBeCloseTo(0.5, 3);
});

test('adds samples beyond the announced length to the last peak', () => {
  const meter = new PeakMeter(
    { coding: 'mu-law', channels: 1, sampleRateHz: 8_000, dataOffset: 0, dataBytes: 2 },
    2,
  );
  meter.add(Uint8Array.of(0xff, 0xff, 0xff, 0x80));
  expect([...(meter.peaks[0] ?? [])]).toEqual([0, expect.closeTo(0.98, 2)]);
});
