import type { Clock } from '../../../core/clock.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechChunk } from '../../interfaces/streaming-synthesizer.ts';
import { untilAborted } from '../until-aborted.ts';
import { estimateWords } from './estimate-words.ts';
import { hasWords, pauseAfterMs, splitText } from './spoken-text.ts';
import { VoicedAudio } from './voiced-audio.ts';

/** More is not what a part of this length sounds like. */
const MAX_PART_SECONDS = 180;

/** A part of a text that is to be spoken now. */
export interface PartRequest {
  text: string;
  /** When its sound is needed, by the clock's monotonic time, as far as it is known now. */
  dueMs: number;
  signal: AbortSignal;
}

/** How to speak with a synthesizer that takes one text at a time. */
export interface PieceSpeech {
  sampleRateHz: number;
  /** Longer pieces are spoken in parts, so that the first sound comes soon. */
  maxPartLength: number;
  /** Parts that are spoken before their time, beside the one that is being read. */
  partsAhead: number;
  clock: Clock;
  /** Mono PCM at `sampleRateHz`. Throws a `ProviderError`; ends at once when the signal is aborted. */
  speakPart(request: PartRequest): AsyncIterable<Int16Array>;
}

interface StartedPart {
  text: string;
  sound: AsyncIterable<Int16Array>;
}

/**
 * Speaks pieces one after the other with a synthesizer of whole texts: the next ones are on their way while one is read, the
 * silence around each is replaced by the pause that its last sign stands for, and the times of its words are estimated.
 */
export async function* speakPieces(
  pieces: AsyncIterable<string>,
  how: PieceSpeech,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk> {
  const leaving = new AbortController();
  const ending = AbortSignal.any([signal, leaving.signal]);
  const progress = new Progress(how);
  const source = startedParts(pieces, { how, progress, signal: ending });
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
    // It may wait for a piece that never comes; nobody waits for it.
    void source.return(undefined).catch(() => undefined);
  }
}

/** The next part; its failure is told to whoever awaits it, and to nobody where the reader has left. */
function asked(source: AsyncGenerator<StartedPart>): Promise<IteratorResult<StartedPart>> {
  const next = source.next();
  next.catch(() => undefined);
  return next;
}

/** How much has been handed over, and when that began. */
class Progress {
  readonly #how: PieceSpeech;
  #samples = 0;
  #startMs: number | null = null;
  pauseMs = 0;

  constructor(how: PieceSpeech) {
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
  pieces: AsyncIterable<string>,
  { how, progress, signal }: { how: PieceSpeech; progress: Progress; signal: AbortSignal },
): AsyncGenerator<StartedPart> {
  for await (const piece of pieces) {
    for (const text of splitText(piece, how.maxPartLength)) {
      if (signal.aborted) return;
      if (!hasWords(text)) continue;
      yield { text, sound: started(how, { text, dueMs: progress.dueMs(), signal }) };
    }
  }
}

/** Begins to speak at once, whoever reads when. */
function started(how: PieceSpeech, request: PartRequest): AsyncIterable<Int16Array> {
  const sound = new EventQueue<Int16Array>();
  const speak = async (): Promise<void> => {
    let left = MAX_PART_SECONDS * how.sampleRateHz;
    for await (const samples of how.speakPart(request)) {
      left -= samples.length;
      if (left < 0) throw new ProviderError('malformed', 'The synthesizer does not stop speaking.');
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
