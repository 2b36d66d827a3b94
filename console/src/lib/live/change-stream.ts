import { request } from '../api/request.ts';
import { onSessionEndChange, sessionEnd } from '../api/session-state.ts';

/** What the stream tells: it stands, something changed, it is lost. */
export type StreamNews = { kind: 'ready' } | { kind: 'changes'; topics: string[] } | { kind: 'lost' };

/** How long a stream that the server refused is left alone. */
const REOPEN_MS = 5_000;
/** The server says every 15 seconds that it is still there. */
const SILENCE_MS = 45_000;

export interface ChangeStream {
  close: () => void;
  /** Tries at once what the server refused. */
  retry: () => void;
}

/**
 * Hears of the account's changes. A stream that breaks is opened again, also after a refusal, which a browser takes as
 * final, and one that fell silent, which a browser does not notice. Without a session it waits for the next log-in.
 */
export function openChangeStream(tell: (news: StreamNews) => void): ChangeStream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Instead of what was to be done later so far. */
  const later = (delayMs: number, deed: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(deed, delayMs);
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
      // Whether it is the session that has ended, the stream does not say; a request does.
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
