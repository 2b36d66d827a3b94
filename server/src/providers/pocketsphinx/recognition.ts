import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../../core/clock.ts';
import { pcmBytes } from '../../core/pcm-bytes.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { CHILD_ENVIRONMENT } from '../kit/child-environment.ts';

/** Limit from the end of speech to its transcript. */
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT = 20_000;
/**
 * pocketsphinx opens its input by name, which works with a pipe of the shell, but not with Node's, which are sockets.
 */
const PIPELINE = 'cat | "$0" "$@"';

export interface RecognizerProgram {
  /** A name on the usual paths, or an absolute path. */
  command: string;
  /** Path of a grammar; null for any English. */
  grammarFile: string | null;
}

/** One speech segment in a separate process, which reads the audio while it is spoken. */
export class Recognition {
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
