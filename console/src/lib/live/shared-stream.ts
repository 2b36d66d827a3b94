import { openChangeStream, type StreamNews } from './change-stream.ts';

const NAME = 'parley.changes';

/**
 * One stream for all tabs of this browser, which opens few connections to one server: the tab that has the lock holds
 * it and tells the others; when it is closed, the next one takes over. Where a browser has no locks (an address
 * without https), each tab has a stream of its own.
 *
 * @returns ends this tab's part
 */
export function openSharedStream(tell: (news: StreamNews) => void): () => void {
  if (navigator.locks === undefined) return openChangeStream(tell);
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  /** What the stream told last; null: another tab holds it. */
  let state: 'ready' | 'lost' | null = null;
  const tellAll = (news: StreamNews): void => {
    if (news.kind !== 'changes') state = news.kind;
    tell(news);
    channel.postMessage(news);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isQuestion(data)) {
      if (state !== null) channel.postMessage({ kind: state });
    } else if (isNews(data) && state === null) tell(data);
  });
  navigator.locks
    .request(NAME, { signal: leaving.signal }, () => holdUntil(leaving.signal, tellAll))
    // Aborted while it waited: the tab was closed first.
    .catch(() => undefined);
  channel.postMessage({ kind: 'how-is-it' });
  return () => {
    leaving.abort();
    channel.close();
  };
}

function holdUntil(signal: AbortSignal, tell: (news: StreamNews) => void): Promise<void> {
  const close = openChangeStream(tell);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      close();
      resolve();
    });
  });
}

function isQuestion(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'how-is-it';
}

function isNews(data: unknown): data is StreamNews {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  if (data.kind === 'ready' || data.kind === 'lost') return true;
  return data.kind === 'changes' && 'topics' in data && Array.isArray(data.topics);
}
