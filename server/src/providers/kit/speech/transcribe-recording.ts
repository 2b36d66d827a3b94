import type { OpusDecoderHandle } from 'libopus-wasm';
import type { Clock } from '../../../core/clock.ts';
import { joinSamples } from '../../../core/join-samples.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttProvider, SttSession } from '../../interfaces/stt-provider.ts';
import { readOggOpus } from './read-ogg-opus.ts';

export interface RecordingTranscription {
  stt: SttProvider;
  /** ISO 639-1, the main one first. */
  languages: readonly string[];
  clock: Clock;
  signal: AbortSignal;
}

const RATE_HZ = 16_000;
const MAX_MS = 5 * 60_000;
/** Ogg files count in samples of this rate. */
const OPUS_RATE_HZ = 48_000;
/** A fifth of a second of most recordings; other work of this process waits meanwhile. */
const PACKETS_AT_ONCE = 10;
/** Providers cut longer segments themselves, in the middle of a word. */
const MAX_SEGMENT_MS = 25_000;
/** The cut is at the quietest moment of this time before the limit. */
const CUT_WINDOW_MS = 5_000;
const FRAME_MS = 20;
/** Providers that stream may follow up on a final segment. */
const SETTLED_MS = 700;
const SEGMENT_TIMEOUT_MS = 30_000;

/** Transcribes a voice message in Ogg Opus, segment by segment. Throws a `ProviderError`; `rejected` if it is unreadable. */
export async function transcribeRecording(
  bytes: Uint8Array,
  options: RecordingTranscription,
): Promise<string> {
  const samples = await decodeOpus(bytes, options.signal);
  const texts: string[] = [];
  for (let from = 0; from < samples.length; ) {
    const until = segmentEnd(samples, from);
    texts.push(await transcribeSegment(samples.subarray(from, until), options));
    from = until;
  }
  return texts.filter((text) => text !== '').join(' ');
}

/** Mono PCM at 16 kHz. */
async function decodeOpus(bytes: Uint8Array, signal: AbortSignal): Promise<Int16Array> {
  const stream = readOggOpus(bytes);
  if (stream === null) throw new ProviderError('rejected', 'The recording has no readable sound.');
  // Loaded with the first voice message.
  const { createDecoder } = await import('libopus-wasm');
  // Mixes two channels.
  const decoder = await createDecoder({ channels: 1, sampleRate: RATE_HZ });
  try {
    const parts: Int16Array[] = [];
    let decoded = 0;
    for (const [index, packet] of stream.packets.entries()) {
      signal.throwIfAborted();
      const part = decodePacket(decoder, packet);
      // The rest of a damaged recording is noise.
      if (part === null) break;
      parts.push(part);
      decoded += part.length;
      if (decoded > (MAX_MS * RATE_HZ) / 1000) {
        throw new ProviderError('rejected', 'The recording is longer than 5 minutes.');
      }
      if (index % PACKETS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return joinSamples(parts).subarray(Math.round((stream.preSkip * RATE_HZ) / OPUS_RATE_HZ));
  } finally {
    decoder.free();
  }
}

/** Null if the packet is damaged. */
function decodePacket(decoder: OpusDecoderHandle, packet: Uint8Array): Int16Array | null {
  try {
    return decoder.decode(packet);
  } catch {
    return null;
  }
}

/** The end of the segment that begins at `from`. */
function segmentEnd(samples: Int16Array, from: number): number {
  const atMs = (ms: number): number => (ms * RATE_HZ) / 1000;
  const latest = from + atMs(MAX_SEGMENT_MS);
  if (latest >= samples.length) return samples.length;
  const frame = atMs(FRAME_MS);
  let [quietest, least] = [latest, Number.POSITIVE_INFINITY];
  for (let at = latest - frame; at >= latest - atMs(CUT_WINDOW_MS); at -= frame) {
    const loudness = samples.subarray(at, at + frame).reduce((sum, sample) => sum + Math.abs(sample), 0);
    if (loudness < least) [quietest, least] = [at + frame / 2, loudness];
  }
  return quietest;
}

/** In its own session, so that no audio of the segment before is repeated. */
async function transcribeSegment(
  samples: Int16Array,
  { stt, languages, clock, signal }: RecordingTranscription,
): Promise<string> {
  const texts: string[] = [];
  const ended = Promise.withResolvers<void>();
  // The session may fail while its audio is written, before the promise is awaited.
  ended.promise.catch(() => {});
  const over = new AbortController();
  let hasStopped = false;
  let settles: AbortController | null = null;
  const settle = async (): Promise<void> => {
    settles?.abort();
    settles = new AbortController();
    const waits = AbortSignal.any([settles.signal, over.signal]);
    await clock.sleep(SETTLED_MS, waits).then(ended.resolve, () => {});
  };
  const session: SttSession = stt.open({ sampleRateHz: RATE_HZ, languages, hints: [] }, (event) => {
    if (event.type === 'failed') ended.reject(event.error);
    if (event.type === 'final') texts.push(event.text.trim());
    if (hasStopped && event.type === 'final') void settle();
  });
  const timeout = clock.sleep(SEGMENT_TIMEOUT_MS, AbortSignal.any([over.signal, signal])).then(
    () => ended.reject(new ProviderError('timeout', 'The speech-to-text provider did not answer in time.')),
    () => {
      if (signal.aborted) ended.reject(signal.reason);
    },
  );
  try {
    session.speechStarted();
    session.write(samples);
    hasStopped = true;
    session.speechStopped();
    await ended.promise;
    return texts.filter((text) => text !== '').join(' ');
  } finally {
    session.close();
    over.abort();
    await timeout;
  }
}
