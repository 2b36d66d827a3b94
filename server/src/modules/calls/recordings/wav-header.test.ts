import { expect, test } from 'vitest';
import { muLawWavHeader, WAV_HEADER_BYTES } from './wav-header.ts';

test('the WAV header contains the format and both lengths', () => {
  const header = Buffer.from(muLawWavHeader(8000, 64_000));
  expect(header.length).toBe(WAV_HEADER_BYTES);
  expect(header.toString('latin1', 0, 4)).toBe('RIFF');
  expect(header.readUInt32LE(4)).toBe(WAV_HEADER_BYTES - 8 + 64_000);
  expect(header.toString('latin1', 8, 16)).toBe('WAVEfmt ');
  const format = [20, 22, 32, 34].map((at) => header.readUInt16LE(at));
  expect(format).toEqual([7, 2, 2, 8]);
  expect([header.readUInt32LE(24), header.readUInt32LE(28)]).toEqual([8000, 16_000]);
  expect(header.toString('latin1', 38, 42)).toBe('fact');
  expect(header.readUInt32LE(46)).toBe(32_000);
  expect(header.toString('latin1', 50, 54)).toBe('data');
  expect(header.readUInt32LE(54)).toBe(64_000);
});
