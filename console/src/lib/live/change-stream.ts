import { request } from '../api/request.ts';
import { onSessionEndChange, sessionEnd } from '../api/session-state.ts';

/** Events of the stream: connected, changes, disconnected. */
export type StreamNews = { kind: 'ready' } | { kind: 'changes'; topics: string[] } | { kind: 'lost' };

/** Wait before reopening a stream that the server refused. */
const REOPEN_MS = 5_000;
/** The server sends a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000;

export interface ChangeStream {
  close: () => void;
  /** Immediately reopens a stream that the server refused. */
  retry: () => void;
}

/**
 * Subscribes to the account's changes. Reopens a broken stream. It also does so after an error response, on which
 * browsers give up, and after silence, which browsers don't detect. Without a session, it waits for the next login.
 */
export function openChangeStream(tell: (news: StreamNews) => void): ChangeStream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Replaces the pending timer. */
  const later = (delayMs: number, action: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(action, delayMs);
  };
  const giveUp = (): void => {
    source?.close();
    tell({ kind: 'lost' });
    open();
  };
  const open = (): void => {
    later(SILENCE_MS, giveUp);
    source = new EventSource('/api/console/changes');
    for (const name of ['ready', 'changes', 'still-here']) {
      source.addEventListener(name, () => later(SILENCE_MS, giveUp));
    }
    source.addEventListener('ready', () => tell({ kind: 'ready' }));
    source.addEventListener('changes', (event) => tell({ kind: 'changes', topics: topicsIn(event.data) }));
    source.addEventListener('error', () => {
      tell({ kind: 'lost' });
      if (source?.readyState !== EventSource.CLOSED) return;
      if (sessionEnd() !== null) return clearTimeout(timer);
      later(REOPEN_MS, open);
      // The stream does not say whether the session ended; this request does.
      request('/console/session').catch(() => undefined);
    });
  };
  const retry = (): void => {
    if (source?.readyState === EventSource.CLOSED) open();
  };
  const endFollowing = onSessionEndChange(() => {
    if (sessionEnd() === null) return retry();
    source?.close();
    clearTimeout(timer);
    tell({ kind: 'lost' });
  });
  open();
  return {
    retry,
    close: () => {
      endFollowing();
      source?.close();
      clearTimeout(timer);
    },
  };
}

function topicsIn(data: unknown): string[] {
  try {
    const parsed: unknown = JSON.parse(String(data));
    const topics = typeof parsed === 'object' && parsed !== null && 'topics' in parsed ? parsed.topics : [];
    return Array.isArray(topics) ? topics.map(String) : [];
  } catch {
    return [];
  }
}
