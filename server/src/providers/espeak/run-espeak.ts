import { execFile } from 'node:child_process';
import { ProviderError } from '../interfaces/provider-error.ts';
import { CHILD_ENVIRONMENT } from '../kit/child-environment.ts';

const TIMEOUT_MS = 20_000;
/** Twenty minutes of speech: more than any accepted text gives. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

export interface EspeakRun {
  /** A name on the usual paths, or an absolute path. */
  command: string;
  args: readonly string[];
  /** Written to its standard input. */
  input: string;
  signal: AbortSignal;
}

/** Runs espeak-ng and returns its standard output. Throws a `ProviderError`. */
export function runEspeak({ command, args, input, signal }: EspeakRun): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = {
    encoding: 'buffer',
    env: CHILD_ENVIRONMENT,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
    signal,
    timeout: TIMEOUT_MS,
  } as const;
  const child = execFile(command, args, options, (error, output, complaint) => {
    if (error === null) resolve(output);
    else reject(failure(error, { complaint: complaint.toString('utf8', 0, 500).trim(), signal }));
  });
  // If the program ends before it has read its input, its exit decides.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return promise;
}

function failure(
  error: Error & { killed?: boolean; code?: unknown },
  { complaint, signal }: { complaint: string; signal: AbortSignal },
): ProviderError {
  if (signal.aborted) return new ProviderError('aborted', 'The speech was aborted.', signal.reason);
  if (error.code === 'ENOENT') return new ProviderError('unavailable', 'espeak-ng is not installed.', error);
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new ProviderError('rejected', 'The text is too long.', error);
  }
  if (error.killed === true) return new ProviderError('timeout', 'espeak-ng took too long.', error);
  return new ProviderError('unavailable', `espeak-ng failed: ${complaint || error.message}`, error);
}
