import { queryOptions } from '@tanstack/react-query';
import { PeakMeter } from '../lib/audio/peak-meter.ts';
import { readWaveFormat, type WaveFormat } from '../lib/audio/wave-file.ts';
import { t } from '../lib/i18n/t.ts';

/** The waveform of a recording. */
export interface RecordingShape {
  /** For each channel, between 0 and 1: the customer first, then the assistant. */
  peaks: readonly Float32Array[];
  durationSeconds: number;
}

const RESOLUTION = 4_000;
const HEAD_BYTES = 4_096;
/** Bytes per request: long recordings are read in parts, so that a failed request costs little. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** @param url as given by the API; its path is requested from the console's own origin */
export function recordingPath(url: string): string {
  return new URL(url, location.origin).pathname;
}

/** The waveform of a complete recording. */
export function recordingShapeQuery(path: string) {
  return queryOptions({
    queryKey: ['recording-shape', path],
    queryFn: ({ signal }) => readShape(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

async function readShape(path: string, signal: AbortSignal): Promise<RecordingShape> {
  const head = await readRange(path, { from: 0, until: HEAD_BYTES }, signal);
  const format = readWaveFormat(head);
  if (format === null)
    throw new Error(t('The waveform can’t be shown: the recording has an unsupported format.'));
  const meter = new PeakMeter(format, RESOLUTION);
  const end = format.dataOffset + format.dataBytes;
  meter.add(head.subarray(format.dataOffset, Math.min(head.length, end)));
  for (let from = head.length; from < end; from += PIECE_BYTES) {
    meter.add(await readRange(path, { from, until: Math.min(end, from + PIECE_BYTES) }, signal));
  }
  return { peaks: meter.peaks, durationSeconds: durationOf(format) };
}

function durationOf({ dataBytes, channels, coding, sampleRateHz }: WaveFormat): number {
  return dataBytes / channels / (coding === 'pcm-16' ? 2 : 1) / sampleRateHz;
}

async function readRange(
  path: string,
  { from, until }: { from: number; until: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetch(path, { headers: { range: `bytes=${from}-${until - 1}` }, signal });
  if (!response.ok)
    throw new Error(
      t('The recording couldn’t be loaded (status {status}). Try again.', { status: response.status }),
    );
  return new Uint8Array(await response.arrayBuffer());
}
