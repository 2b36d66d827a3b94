import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../../core/clock.ts';
import { pcmBytes } from '../../core/pcm-bytes.ts';
import { Resampler } from '../../core/resampler.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { SttProvider, SttSession, TranscriptEvent } from '../interfaces/stt-provider.ts';
import { CHILD_ENVIRONMENT } from '../kit/child-environment.ts';
import { AudioSegments } from '../kit/speech/audio-segments.ts';
import { TurnQueue } from '../kit/turn-queue.ts';

/** Each takes about 50 MB and, without a grammar, half a core; waiting audio is buffered. */
const MAX_PROGRAMS = 8;
const MAX_WAITING = 200;

/** The machine's pocketsphinx: one process per speech segment, without key or network, English only. */
export function pocketsphinxStt(program: RecognizerProgram, clock: Clock): SttProvider {
  const turns = new TurnQueue({ maxRunning: MAX_PROGRAMS, maxWaiting: MAX_WAITING });
  return {
    code: 'pocketsphinx',
    open: ({ sampleRateHz }, listener) =>
      new RecognitionSession({ program, clock, turns, sampleRateHz }, listener),
  };
}

const MAX_SEGMENT_MS = 15_000;

interface RecognitionOptions {
  program: RecognizerProgram;
  clock: Clock;
  /** Limits the number of concurrent processes. */
  turns: TurnQueue;
  sampleRateHz: 8000 | 16000;
}

/** A speech segment whose process may have to wait. */
interface Stretch {
  wide: WideBand;
  /** Audio that waits for the process. */
  waiting: Int16Array[];
  recognition: Recognition | null;
  text: Promise<string>;
  ended: PromiseWithResolvers<void>;
}

/** Transcribes the segments of one call in parallel and emits the results in order. */
class RecognitionSession implements SttSession {
  readonly #options: RecognitionOptions;
  readonly #listener: (event: TranscriptEvent) => void;
  readonly #segments: AudioSegments;
  readonly #over = new AbortController();
  readonly #running = new Set<Recognition>();
  #stretch: Stretch | null = null;
  #told: Promise<void> = Promise.resolve();

  constructor(options: RecognitionOptions, listener: (event: TranscriptEvent) => void) {
    this.#options = options;
    this.#listener = listener;
    this.#segments = new AudioSegments(
      { sampleRateHz: options.sampleRateHz, maxMs: MAX_SEGMENT_MS },
      {
        started: (preRoll) => this.#begin(preRoll),
        audio: (samples) => this.#feed(samples),
        ended: (isCut) => this.#finish(isCut),
      },
    );
  }

  write(samples: Int16Array): void {
    if (!this.#over.signal.aborted) this.#segments.write(samples);
  }

  speechStarted(): void {
    if (!this.#over.signal.aborted) this.#segments.speechStarted();
  }

  speechStopped(): void {
    if (!this.#over.signal.aborted) this.#segments.speechStopped();
  }

  close(): void {
    this.#over.abort();
    this.#stretch?.ended.resolve();
    for (const recognition of this.#running) recognition.stop();
  }

  #begin(preRoll: Int16Array): void {
    const stretch: Stretch = {
      wide: new WideBand(this.#options.sampleRateHz),
      waiting: [],
      recognition: null,
      text: Promise.resolve(''),
      ended: Promise.withResolvers(),
    };
    this.#stretch = stretch;
    this.#feed(preRoll);
    stretch.text = this.#recognize(stretch);
    stretch.text.catch(() => undefined);
  }

  #feed(samples: Int16Array): void {
    const stretch = this.#stretch;
    if (stretch === null || samples.length === 0) return;
    const wide = stretch.wide.process(samples);
    if (stretch.recognition === null) stretch.waiting.push(wide);
    else stretch.recognition.write(wide);
  }

  #finish(isCut: boolean): void {
    const stretch = this.#stretch;
    this.#stretch = null;
    if (stretch === null) return;
    stretch.ended.resolve();
    this.#told = Promise.all([stretch.text, this.#told]).then(
      ([text]) => {
        if (this.#over.signal.aborted || (isCut && text === '')) return;
        this.#listener({ type: 'final', text, language: null });
      },
      (error: unknown) => this.#fail(error),
    );
  }

  async #recognize(stretch: Stretch): Promise<string> {
    const { turns, program, clock } = this.#options;
    const turn = await turns.enter(this.#over.signal);
    if (turn !== 'granted') {
      throw new ProviderError(
        turn === 'full' ? 'rate-limited' : 'aborted',
        'Too many pocketsphinx processes.',
      );
    }
    const recognition = new Recognition(program, clock);
    this.#running.add(recognition);
    try {
      for (const samples of stretch.waiting.splice(0)) recognition.write(samples);
      stretch.recognition = recognition;
      await stretch.ended.promise;
      return await recognition.finish();
    } finally {
      this.#running.delete(recognition);
      turns.finish();
    }
  }

  #fail(error: unknown): void {
    if (this.#over.signal.aborted) return;
    this.close();
    const isKnown = error instanceof ProviderError;
    const failure = isKnown ? error : new ProviderError('unavailable', 'pocketsphinx failed.', error);
    this.#listener({ type: 'failed', error: failure });
  }
}

/** The model's training rate. */
const MODEL_RATE_HZ = 16_000;
/** Share of the phone band that is mirrored above 4 kHz, where phone audio is empty. */
const MIRRORED = 0.2;
const DITHER = 25;

/**
 * Extends phone audio to the band that pocketsphinx's model expects. Phone audio ends at 4 kHz, and with an empty band
 * above it the recognizer understands nothing. A mirror image and a little noise fill it, which gives the accuracy of
 * 16 kHz audio.
 */
class WideBand {
  readonly #resampler: Resampler | null;
  #isOdd = false;
  #seed = 1;

  constructor(sampleRateHz: 8000 | 16000) {
    this.#resampler = sampleRateHz === MODEL_RATE_HZ ? null : new Resampler(sampleRateHz, MODEL_RATE_HZ);
  }

  process(samples: Int16Array): Int16Array {
    const wide = this.#resampler === null ? samples.slice() : this.#resampler.process(samples);
    for (let index = 0; index < wide.length; index += 1) {
      const sample = wide[index] ?? 0;
      const mirror = this.#resampler === null ? 0 : this.#isOdd ? -MIRRORED * sample : MIRRORED * sample;
      this.#isOdd = !this.#isOdd;
      const value = Math.round(sample + mirror + this.#noise());
      wide[index] = Math.max(-32_768, Math.min(32_767, value));
    }
    return wide;
  }

  /** Deterministic noise, so that results do not depend on chance. */
  #noise(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (this.#seed / 2_147_483_648) * 2 * DITHER - DITHER;
  }
}

/** Limit from the end of speech to its transcript. */
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT = 20_000;
/**
 * pocketsphinx opens its input by name, which works with a pipe of the shell, but not with Node's, which are sockets.
 */
const PIPELINE = 'cat | "$0" "$@"';

interface RecognizerProgram {
  /** A name on the usual paths, or an absolute path. */
  command: string;
  /** Path of a grammar; null for any English. */
  grammarFile: string | null;
}

/** One speech segment in a separate process, which reads the audio while it is spoken. */
class Recognition {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  readonly #result = Promise.withResolvers<string>();
  #output = '';

  constructor({ command, grammarFile }: RecognizerProgram, clock: Clock) {
    this.#clock = clock;
    const grammar = grammarFile === null ? [] : ['-jsgf', grammarFile];
    const args = ['-c', PIPELINE, command, '-infile', '/dev/stdin', '-logfn', '/dev/null', ...grammar];
    // A separate process group, so that the whole pipeline can be killed.
    this.#child = spawn('/bin/sh', args, {
      env: CHILD_ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    // A write fails if the program ends early; its exit code then decides the outcome.
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#output.length < MAX_OUTPUT) this.#output += text;
    });
    this.#child.on('error', (error) => this.#end(missing(error)));
    this.#child.on('close', (code) => this.#end(code === 0 ? null : failed(code)));
    this.#result.promise.catch(() => undefined);
  }

  /** Mono PCM at 16 kHz. */
  write(samples: Int16Array): void {
    if (!this.#ended.signal.aborted && samples.length > 0) this.#child.stdin?.write(pcmBytes(samples));
  }

  /** Ends the audio. @returns the transcript. Throws a `ProviderError` */
  finish(): Promise<string> {
    if (this.#ended.signal.aborted) return this.#result.promise;
    this.#child.stdin?.end();
    this.#clock.sleep(TIMEOUT_MS, this.#ended.signal).then(
      () => this.stop(new ProviderError('timeout', 'pocketsphinx took too long.')),
      () => undefined,
    );
    return this.#result.promise;
  }

  stop(error = new ProviderError('aborted', 'The recognition was ended.')): void {
    this.#end(error);
    this.#kill();
  }

  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
  }

  #end(error: ProviderError | null): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    if (error === null) this.#result.resolve(this.#output.replace(/\s+/g, ' ').trim());
    else this.#result.reject(error);
  }
}

function missing(error: Error): ProviderError {
  return new ProviderError('unavailable', 'pocketsphinx could not be run.', error);
}

function failed(code: number | null): ProviderError {
  return new ProviderError('unavailable', `pocketsphinx ended with ${code ?? 'a signal'}.`);
}
