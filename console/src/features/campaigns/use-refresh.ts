import { useQueryClient } from '@tanstack/react-query';

const TOPICS = ['campaigns', 'leads', 'calls', 'blacklist'];

/** Asks again for everything that a change of a campaign, of a lead or of the blacklist moves. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(TOPICS.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
}
