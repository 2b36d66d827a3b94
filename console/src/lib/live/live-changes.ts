import type { QueryClient } from '@tanstack/react-query';

export type LiveState = 'connecting' | 'live' | 'offline';

/**
 * Follows what happens in the account: what the server names as changed is asked again where somebody looks at it.
 * The first member of a query's key is its topic. After a break everything may have changed.
 *
 * @returns ends it
 */
export function followChanges(queries: QueryClient, tellState: (state: LiveState) => void): () => void {
  const source = new EventSource('/api/console/changes');
  let wasLost = false;
  tellState('connecting');
  source.addEventListener('ready', () => {
    if (wasLost) void queries.invalidateQueries();
    wasLost = false;
    tellState('live');
  });
  source.addEventListener('changes', (event) => {
    for (const topic of topicsIn(event.data)) {
      void queries.invalidateQueries(topic === '*' ? {} : { queryKey: [topic] });
    }
  });
  source.addEventListener('error', () => {
    wasLost = true;
    tellState('offline');
  });
  return () => source.close();
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
