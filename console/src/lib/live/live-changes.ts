import type { Query, QueryClient } from '@tanstack/react-query';
import { coalesceByRest } from './coalesce-by-rest.ts';
import { concerns } from './concerns.ts';
import { restOf } from './rest-of.ts';
import { openSharedStream } from './shared-stream.ts';
import { tellBack } from './when-back.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

/**
 * Refetches active queries when the server reports changes. `concerns` maps topics to queries, `restOf` limits how
 * often each is refetched. After a lost connection, everything is refetched.
 * @returns a function that stops it
 */
export function followChanges(queries: QueryClient, tellState: (state: LiveState) => void): () => void {
  let wasLost = false;
  let isFirst = true;
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
    if (news.kind === 'ready' && isFirst && !wasLost) void readAgain(queries);
    isFirst &&= news.kind !== 'ready';
    wasLost = news.kind === 'lost';
    tellState(wasLost ? 'offline' : 'live');
  });
}

const mustNotMiss = {
  type: 'active',
  predicate: ({ meta }: Query) => meta?.['mustNotMiss'] === true,
} as const;

/** Queries with `meta.mustNotMiss` were read before the first stream opened, so they may lack a change in between. */
async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries(mustNotMiss);
  await queries.refetchQueries(mustNotMiss);
}

/**
 * Refetches each affected query once. During a deletion (mutations with `meta.isRemoval`) queries are only marked
 * stale, because the page of the deleted object would show a 404 before it is left.
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
