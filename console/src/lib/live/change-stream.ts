import { request } from '../api/request.ts';

/** What the stream tells: it stands, something changed, it is lost. */
export type StreamNews = { kind: 'ready' } | { kind: 'changes'; topics: string[] } | { kind: 'lost' };

/** How long a stream that the server refused is left alone. */
const REOPEN_MS = 5_000;

/**
 * Hears of the account's changes. A stream that breaks is opened again, also after a refusal, which a browser takes as
 * final.
 *
 * @returns ends it
 */
export function openChangeStream(tell: (news: StreamNews) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const open = (): void => {
    source = new EventSource('/api/console/changes');
    source.addEventListener('ready', () => tell({ kind: 'ready' }));
    source.addEventListener('changes', (event) => tell({ kind: 'changes', topics: topicsIn(event.data) }));
    source.addEventListener('error', () => {
      tell({ kind: 'lost' });
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, REOPEN_MS);
      // Whether it is the session that has ended, the stream does not say; a request does.
      request('/console/session').catch(() => undefined);
    });
  };
  open();
  return () => {
    source?.close();
    if (timer !== null) clearTimeout(timer);
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
