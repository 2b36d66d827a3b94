import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CampaignSearch } from '../campaign-search.ts';

/** What the address says of the list of leads, and the way to say something else; undefined takes a part away. */
export function useLeadSearch(): {
  search: CampaignSearch;
  /** Resolves when the page shows it. */
  go: (changes: { [Name in keyof CampaignSearch]?: CampaignSearch[Name] | undefined }) => Promise<void>;
} {
  const search = useSearch({ from: '/console/campaigns/$campaignId' });
  const navigate = useNavigate({ from: '/campaigns/$campaignId' });
  return {
    search,
    go: (changes) =>
      navigate({ search: (before) => ({ ...before, ...changes }), replace: 'number' in changes }),
  };
}
