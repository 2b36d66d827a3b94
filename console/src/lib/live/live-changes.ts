import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from './coalesce.ts';
import { concerns } from './concerns.ts';
import { openSharedStream } from './shared-stream.ts';

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
  let wasLost = false;
  const tell = coalesce(
    (topics) => Promise.all([...topics].map((topic) => askAgain(queries, topic))),
    () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
  );
  tellState('connecting');
  return openSharedStream((news) => {
    if (news.kind === 'changes') return tell(news.topics);
    if (news.kind === 'ready' && wasLost) tell(['*']);
    wasLost = news.kind === 'lost';
    tellState(wasLost ? 'offline' : 'live');
  });
}

function askAgain(queries: QueryClient, topic: string): Promise<void> {
  return queries.invalidateQueries(topic === '*' ? {} : { predicate: (query) => concerns(query, topic) });
}
