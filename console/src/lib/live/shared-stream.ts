import { onSessionEndChange, sessionEnd } from '../api/session-state.ts';
import { type ChangeStream, openChangeStream, type StreamNews } from './change-stream.ts';

const NAME = 'parley.changes';
/** So long may the tab that holds the stream take to say that it is there. */
const ANSWER_MS = 2_000;

/**
 * One stream for all tabs of this browser, which opens few connections to one server: the tab that has the lock holds
 * it and tells the others; when it is closed, the next one takes over. Where a browser has no locks (an address
 * without https), each tab that is looked at has a stream of its own.
 *
 * @returns ends this tab's part
 */
export function openSharedStream(tell: (news: StreamNews) => void): () => void {
  if (navigator.locks === undefined) return openWhileLookedAt(tell);
  const stream = new SharedStream(tell);
  return () => stream.close();
}

function openWhileLookedAt(tell: (news: StreamNews) => void): () => void {
  let stream: ChangeStream | null = null;
  const look = (): void => {
    const isLookedAt = document.visibilityState === 'visible';
    if (isLookedAt === (stream !== null)) return;
    stream?.close();
    // What happens until the next one stands, nobody hears of.
    if (!isLookedAt) tell({ kind: 'lost' });
    stream = isLookedAt ? openChangeStream(tell) : null;
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    stream?.close();
  };
}

class SharedStream {
  readonly #tell: (news: StreamNews) => void;
  readonly #channel = new BroadcastChannel(NAME);
  /** Gives up the lock, or the wait for it. */
  #request = new AbortController();
  /** What the stream told last; null: another tab holds it. */
  #state: 'connecting' | 'ready' | 'lost' | null = null;
  /** While this tab holds it. */
  #held: ChangeStream | null = null;
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  /** Another tab has held it since this one came. */
  #isHeir = false;
  readonly #endWait: () => void;

  constructor(tell: (news: StreamNews) => void) {
    this.#tell = tell;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#hear(data));
    document.addEventListener('visibilitychange', this.#ask);
    // Logged in again: the tab that holds the stream hears of it by the question.
    this.#endWait = onSessionEndChange(() => sessionEnd() === null && this.#ask());
    this.#waitForLock({});
    this.#ask();
  }

  close(): void {
    this.#endWait();
    document.removeEventListener('visibilitychange', this.#ask);
    clearTimeout(this.#unanswered);
    this.#request.abort();
    this.#channel.close();
  }

  #waitForLock(way: { steal?: true }): void {
    this.#request.abort();
    const request = new AbortController();
    this.#request = request;
    const options = way.steal === true ? way : { signal: request.signal };
    navigator.locks
      .request(NAME, options, () => this.#hold(request.signal))
      .catch(() => {
        if (request.signal.aborted) return;
        // Another tab has taken the stream over while this one slept, which may have missed something.
        this.#state = null;
        this.#tell({ kind: 'lost' });
        this.#waitForLock({});
        this.#ask();
      });
  }

  #hold(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.#state = 'connecting';
    this.#channel.postMessage({ kind: 'connecting' });
    const tellAll = (news: StreamNews): void => {
      if (news.kind !== 'changes') this.#state = news.kind;
      this.#tell(news);
      this.#channel.postMessage(news);
    };
    // What happens until the new stream stands, nobody hears of.
    if (this.#isHeir) tellAll({ kind: 'lost' });
    const held = openChangeStream(tellAll);
    this.#held = held;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        held.close();
        this.#held = null;
        resolve();
      });
    });
  }

  /**
   * Phones put tabs to sleep with what they hold, and Safari before 26 keeps the locks of pages that were left: who is
   * looked at and gets no answer takes the stream over.
   */
  #ask = (): void => {
    if (this.#state !== null || document.visibilityState !== 'visible') return;
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => {
      if (this.#state !== null || document.visibilityState !== 'visible') return;
      // What was missed is asked for again.
      this.#tell({ kind: 'lost' });
      this.#waitForLock({ steal: true });
    }, ANSWER_MS);
    this.#channel.postMessage({ kind: 'how-is-it' });
  };

  #hear(data: unknown): void {
    const kind = kindOf(data);
    if (kind === 'how-is-it') {
      if (this.#state !== null) this.#channel.postMessage({ kind: this.#state });
      // Who asks has a session, or had one.
      this.#held?.retry();
      return;
    }
    clearTimeout(this.#unanswered);
    if (isNews(data) && this.#state === null) {
      this.#isHeir = true;
      this.#tell(data);
    }
  }
}

function kindOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'kind' in data ? data.kind : null;
}

function isNews(data: unknown): data is StreamNews {
  const kind = kindOf(data);
  if (kind === 'ready' || kind === 'lost') return true;
  return (
    kind === 'changes' &&
    typeof data === 'object' &&
    data !== null &&
    'topics' in data &&
    Array.isArray(data.topics)
  );
}
