import { useQueryClient } from '@tanstack/react-query';

const TOPICS = ['campaigns', 'leads', 'calls', 'blacklist'];

/** Invalidates all queries that a change of a campaign, lead or the do-not-call list affects. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(TOPICS.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
}
