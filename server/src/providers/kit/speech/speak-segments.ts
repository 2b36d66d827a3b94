import type { Clock } from '../../../core/clock.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechChunk } from '../../interfaces/tts-provider.ts';
import { untilAborted } from '../until-aborted.ts';
import { estimateWords } from './estimate-words.ts';
import { hasWords, pauseAfterMs, splitText } from './spoken-text.ts';
import { VoicedAudio } from './voiced-audio.ts';

/** Bounds memory if a provider never stops sending audio. */
const MAX_PART_SECONDS = 180;

/** A part of a text to synthesize now. */
export interface PartRequest {
  text: string;
  /** Estimated time at which its audio is needed, by the monotonic clock. */
  dueMs: number;
  signal: AbortSignal;
}

/** Adapter for a provider that takes whole texts. */
export interface SegmentedSpeech {
  sampleRateHz: number;
  /** Longer segments are synthesized in parts, for a faster first sound. */
  maxPartLength: number;
  /** Parts to request in advance, besides the current one. */
  partsAhead: number;
  clock: Clock;
  /** Mono PCM at `sampleRateHz`. Throws a `ProviderError`; ends immediately on abort. */
  speakPart(request: PartRequest): AsyncIterable<Int16Array>;
}

interface StartedPart {
  text: string;
  sound: AsyncIterable<Int16Array>;
}

/**
 * Speaks segments in order with a provider that takes whole texts: requests the next parts in advance, replaces the
 * silence around each part by the pause of its punctuation, and estimates word timings.
 */
export async function* speakSegments(
  segments: AsyncIterable<string>,
  how: SegmentedSpeech,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk> {
  const leaving = new AbortController();
  const ending = AbortSignal.any([signal, leaving.signal]);
  const progress = new Progress(how);
  const source = startedParts(segments, { how, progress, signal: ending });
  const upcoming = Array.from({ length: how.partsAhead + 1 }, () => asked(source));
  try {
    for (;;) {
      const part = await untilAborted(upcoming.shift() ?? asked(source), ending);
      if (part.done === true) return;
      yield* soundOf(part.value, progress);
      upcoming.push(asked(source));
    }
  } finally {
    leaving.abort();
    // The source may wait for text that never comes.
    void source.return(undefined).catch(() => undefined);
  }
}

/** The next part. Its error goes to the awaiting reader, or is ignored after the reader has left. */
function asked(source: AsyncGenerator<StartedPart>): Promise<IteratorResult<StartedPart>> {
  const next = source.next();
  next.catch(() => undefined);
  return next;
}

/** Position of the playback so far. */
class Progress {
  readonly #how: SegmentedSpeech;
  #samples = 0;
  #startMs: number | null = null;
  pauseMs = 0;

  constructor(how: SegmentedSpeech) {
    this.#how = how;
  }

  get sampleRateHz(): number {
    return this.#how.sampleRateHz;
  }

  get ms(): number {
    return (this.#samples * 1000) / this.#how.sampleRateHz;
  }

  dueMs(): number {
    const nowMs = this.#how.clock.monotonicMs();
    return this.#startMs === null ? nowMs : this.#startMs + this.ms;
  }

  advance(samples: number): void {
    this.#startMs ??= this.#how.clock.monotonicMs();
    this.#samples += samples;
  }
}

async function* startedParts(
  segments: AsyncIterable<string>,
  { how, progress, signal }: { how: SegmentedSpeech; progress: Progress; signal: AbortSignal },
): AsyncGenerator<StartedPart> {
  for await (const segment of segments) {
    for (const text of splitText(segment, how.maxPartLength)) {
      if (signal.aborted) return;
      if (!hasWords(text)) continue;
      yield { text, sound: started(how, { text, dueMs: progress.dueMs(), signal }) };
    }
  }
}

/** Starts the synthesis immediately, independent of the reader. */
function started(how: SegmentedSpeech, request: PartRequest): AsyncIterable<Int16Array> {
  const sound = new EventQueue<Int16Array>();
  const speak = async (): Promise<void> => {
    let left = MAX_PART_SECONDS * how.sampleRateHz;
    for await (const samples of how.speakPart(request)) {
      left -= samples.length;
      if (left < 0) throw new ProviderError('malformed', 'The TTS provider sent too much audio.');
      sound.push(samples);
    }
  };
  speak().then(
    () => sound.close(),
    (error: unknown) => sound.close({ error }),
  );
  return sound;
}

async function* soundOf(part: StartedPart, progress: Progress): AsyncGenerator<SpeechChunk> {
  const voiced = new VoicedAudio(progress.sampleRateHz);
  let offsetMs: number | null = null;
  for await (const samples of part.sound) {
    const kept = voiced.push(samples);
    if (kept.length === 0) continue;
    if (offsetMs === null) {
      if (progress.ms > 0) yield chunk(silence(progress.pauseMs, progress.sampleRateHz), progress);
      offsetMs = progress.ms;
    }
    yield chunk(kept, progress);
  }
  const words = estimateWords(part.text, voiced.stretches, offsetMs ?? progress.ms);
  const rest = voiced.end();
  if (rest.length > 0 || words.length > 0) yield { ...chunk(rest, progress), words };
  progress.pauseMs = pauseAfterMs(part.text);
}

function chunk(samples: Int16Array, progress: Progress): SpeechChunk {
  progress.advance(samples.length);
  return { samples, words: [] };
}

function silence(durationMs: number, sampleRateHz: number): Int16Array {
  return new Int16Array((durationMs * sampleRateHz) / 1000);
}
