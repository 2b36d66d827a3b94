import { expect } from 'vitest';
import { decodeUlaw } from '../../../src/core/g711.ts';
import { WAV_HEADER_BYTES } from '../../../src/modules/calls/recordings/wav-header.ts';
import type { SampleRateHz } from '../../../src/voice/legs/media-leg.ts';

/** Reads the customer and assistant channels of a stereo µ-law WAV file. */
export async function recordingChannels(
  url: string,
  sampleRateHz: SampleRateHz = 8000,
): Promise<{ left: Int16Array; right: Int16Array }> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const format = [20, 22, 34].map((at) => bytes.readUInt16LE(at));
  expect([...format, bytes.readUInt32LE(24)]).toEqual([7, 2, 8, sampleRateHz]);
  const samples = decodeUlaw(bytes.subarray(WAV_HEADER_BYTES));
  const channel = (offset: number): Int16Array => samples.filter((_, index) => index % 2 === offset);
  return { left: channel(0), right: channel(1) };
}
