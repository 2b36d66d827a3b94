import { AppError } from '../core/errors.ts';
import { FairGate } from '../core/fair-gate.ts';
import { type Route, StreamedAnswer } from './route.ts';

/** Two of the pool's ten connections stay free for logins, visitors and writes. */
const AT_ONCE = 8;
const PATIENCE_MS = 10_000;

export interface AccountReadLimits {
  atOnce: number;
  /** Longest wait for a connection. */
  patienceMs: number;
}

interface Asked {
  /** `signal` aborts when the client disconnects. */
  request: { signal: AbortSignal };
  route: Pick<Route, 'method' | 'holdsNoConnection'>;
  userId: number | null;
}

/**
 * Shares read connections between accounts: one account uses at most half of them, and waiting
 * requests of other accounts go first.
 */
export class AccountReads {
  readonly #gate: FairGate;
  readonly #patienceMs: number;

  constructor({ atOnce, patienceMs }: AccountReadLimits = { atOnce: AT_ONCE, patienceMs: PATIENCE_MS }) {
    this.#gate = new FairGate(atOnce);
    this.#patienceMs = patienceMs;
  }

  /** Throws `unavailable` when no connection becomes free in time because of the account's own requests. */
  async answer({ request, route, userId }: Asked, work: () => Promise<unknown>): Promise<unknown> {
    if (route.method !== 'GET' || route.holdsNoConnection === true || userId === null) return work();
    const patience = (): AbortSignal => AbortSignal.any([request.signal, this.#patience()]);
    const answer = await this.#gate.run(userId, work, patience).catch((error: unknown) => {
      if (request.signal.aborted && error === request.signal.reason) throw clientIsGone();
      throw error;
    });
    if (!(answer instanceof StreamedAnswer)) return answer;
    const nextPiece = <Result>(piece: () => Promise<Result>): Promise<Result> =>
      this.#gate.run(userId, piece, () => request.signal);
    return new StreamedAnswer({ ...answer, pieces: eachInTurn(answer.pieces, nextPiece) });
  }

  #patience(): AbortSignal {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooManyAtOnce()), this.#patienceMs);
    timer.unref();
    return late.signal;
  }
}

/** Error for a request whose client disconnected. It never reaches a client and is not logged as an error. */
function clientIsGone(): AppError {
  return new AppError('unavailable', 'The client closed the connection.');
}

function tooManyAtOnce(): AppError {
  const message = 'Other requests of this account are still running. Please try again in a moment.';
  return new AppError('unavailable', message, { retryAfterSeconds: 10 });
}

async function* eachInTurn(
  pieces: AsyncIterable<string>,
  inTurn: <Result>(piece: () => Promise<Result>) => Promise<Result>,
): AsyncGenerator<string> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (let step = await inTurn(() => iterator.next()); step.done !== true; ) {
      yield step.value;
      step = await inTurn(() => iterator.next());
    }
  } finally {
    await iterator.return?.();
  }
}
