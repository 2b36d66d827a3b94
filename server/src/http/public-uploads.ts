import { AppError } from '../core/errors.ts';
import { FairGate } from '../core/fair-gate.ts';
import { clientNetwork } from './client-network.ts';
import type { Route } from './route.ts';

/** Files of visitors are in memory until they are stored: 16 of them need about 160 MB. */
const AT_ONCE = 16;
/** Less than the widget waits for progress. */
const PATIENCE_MS = 10_000;

interface Uploader {
  ip: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** Limits how many files of public routes are in memory. One network uses at most half of the places. */
export class PublicUploads {
  readonly #gate = new FairGate<string>(AT_ONCE);

  /** @param work reads the body. Throws `unavailable` if no place becomes free in time. */
  async run<Result>(
    route: Pick<Route, 'access' | 'upload'>,
    uploader: Uploader,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (route.upload === undefined || route.access !== 'public') return work();
    // Fastify makes the signal when it is first read, and aborts one that is made before the body of a large import ends.
    const { ip, signal } = uploader;
    const wait = (): AbortSignal => AbortSignal.any([signal, patience()]);
    return this.#gate.run(clientNetwork(ip), work, wait).catch((error: unknown) => {
      const isGone = signal.aborted && error === signal.reason;
      throw isGone ? new AppError('unavailable', 'The client closed the connection.') : error;
    });
  }
}

function patience(): AbortSignal {
  const late = new AbortController();
  const message = 'The server receives many files right now. Please try again in a moment.';
  const refuse = (): void => late.abort(new AppError('unavailable', message, { retryAfterSeconds: 10 }));
  setTimeout(refuse, PATIENCE_MS).unref();
  return late.signal;
}
