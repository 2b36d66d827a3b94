import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from './coalesce.ts';
import { concerns } from './concerns.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

/** The shortest time between two rounds of asking again. */
const REST_MS = 400;

/**
 * Follows what happens in the account: what the server names as changed is asked again where somebody looks at it.
 * What a query's topics are, `concerns` tells. After a break everything may have changed.
 *
 * @returns ends it
 */
export function followChanges(queries: QueryClient, tellState: (state: LiveState) => void): () => void {
  const source = new EventSource('/api/console/changes');
  let wasLost = false;
  const tell = coalesce(
    (topics) => Promise.all([...topics].map((topic) => askAgain(queries, topic))),
    () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
  );
  tellState('connecting');
  source.addEventListener('ready', () => {
    if (wasLost) tell(['*']);
    wasLost = false;
    tellState('live');
  });
  source.addEventListener('changes', (event) => {
    tell(topicsIn(event.data));
  });
  source.addEventListener('error', () => {
    wasLost = true;
    tellState('offline');
  });
  return () => source.close();
}

function askAgain(queries: QueryClient, topic: string): Promise<void> {
  return queries.invalidateQueries(topic === '*' ? {} : { predicate: (query) => concerns(query, topic) });
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
