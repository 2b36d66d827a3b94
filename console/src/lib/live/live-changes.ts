import type { Query, QueryClient } from '@tanstack/react-query';
import { coalesceByRest } from './coalesce-by-rest.ts';
import { concerns } from './concerns.ts';
import { restOf } from './rest-of.ts';
import { openSharedStream } from './shared-stream.ts';
import { tellBack } from './when-back.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

/**
 * Follows what happens in the account: what the server names as changed is asked again where somebody looks at it.
 * What a query's topics are, `concerns` tells, and how often it is asked at most, `restOf`. After a break everything may
 * have changed.
 *
 * @returns ends it
 */
export function followChanges(queries: QueryClient, tellState: (state: LiveState) => void): () => void {
  let wasLost = false;
  const tellByRest = coalesceByRest(
    (topics, restMs) => askAgain(queries, topics, restMs),
    (restMs) => new Promise((resolve) => setTimeout(resolve, restMs)),
  );
  const tell = (topics: readonly string[]): void => {
    const concerned = queries.getQueryCache().findAll({ predicate: concernedBy(topics) });
    tellByRest(topics, concerned.map(restOf));
  };
  tellState('connecting');
  return openSharedStream((news) => {
    if (news.kind === 'changes') return tell(news.topics);
    if (news.kind === 'ready' && wasLost) {
      tell(['*']);
      tellBack();
    }
    wasLost = news.kind === 'lost';
    tellState(wasLost ? 'offline' : 'live');
  });
}

/**
 * Once, however many of the topics concern a query. While something is being removed (mutations with `meta.isRemoval`)
 * nothing is asked: its own page, which is left in a moment, would be told that it is not there.
 */
function askAgain(queries: QueryClient, topics: ReadonlySet<string>, restMs: number): Promise<void> {
  const isConcerned = concernedBy([...topics]);
  const isRemoving = queries.isMutating({ predicate: ({ meta }) => meta?.['isRemoval'] === true }) > 0;
  return queries.invalidateQueries({
    predicate: (query) => restOf(query) === restMs && isConcerned(query),
    refetchType: isRemoving ? 'none' : 'active',
  });
}

function concernedBy(topics: readonly string[]): (query: Query) => boolean {
  return (query) => topics.some((topic) => topic === '*' || concerns(query, topic));
}
