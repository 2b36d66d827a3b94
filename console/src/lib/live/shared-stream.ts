import { onSessionEndChange, sessionEnd } from '../api/session-state.ts';
import { type ChangeStream, openChangeStream, type StreamNews } from './change-stream.ts';

const NAME = 'parley.changes';
/** How long the tab with the stream may take to answer. */
const ANSWER_MS = 2_000;

/**
 * Shares one stream between all tabs, because browsers limit connections per server: the tab with the lock holds the
 * stream and forwards its events; when it closes, the next tab takes over. Without the Locks API (pages without https),
 * each visible tab opens its own stream.
 * @returns a function that stops it for this tab
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
    // Changes until the next stream opens are missed.
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
  /** Releases the lock, or stops waiting for it. */
  #request = new AbortController();
  /** Last state of this tab's stream; null if another tab holds the stream. */
  #state: 'connecting' | 'ready' | 'lost' | null = null;
  /** The stream, while this tab holds it. */
  #held: ChangeStream | null = null;
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  /** Another tab has held the stream before. */
  #isHeir = false;
  readonly #endWait: () => void;

  constructor(tell: (news: StreamNews) => void) {
    this.#tell = tell;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#hear(data));
    document.addEventListener('visibilitychange', this.#ask);
    // After a login, asking makes the tab with the stream retry.
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
        // Another tab has taken the lock while this tab was suspended, so changes may have been missed.
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
    // Changes until the new stream opens are missed.
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
   * Mobile browsers suspend tabs with their locks, and Safari before 26 keeps the locks of closed pages. A visible tab
   * that gets no answer takes over the stream.
   */
  #ask = (): void => {
    if (this.#state !== null || document.visibilityState !== 'visible') return;
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => {
      if (this.#state !== null || document.visibilityState !== 'visible') return;
      // Refetch what was missed.
      this.#tell({ kind: 'lost' });
      this.#waitForLock({ steal: true });
    }, ANSWER_MS);
    this.#channel.postMessage({ kind: 'how-is-it' });
  };

  #hear(data: unknown): void {
    const kind = kindOf(data);
    if (kind === 'how-is-it') {
      if (this.#state !== null) this.#channel.postMessage({ kind: this.#state });
      // A tab that asks has, or had, a session.
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
