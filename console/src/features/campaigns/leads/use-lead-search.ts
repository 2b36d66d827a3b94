import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CampaignSearch } from '../campaign-search.ts';

/** What the address says of the list of leads, and the way to say something else; undefined takes a part away. */
export function useLeadSearch(): {
  search: CampaignSearch;
  go: (changes: { [Name in keyof CampaignSearch]?: CampaignSearch[Name] | undefined }) => void;
} {
  const search = useSearch({ from: '/console/campaigns/$campaignId' });
  const navigate = useNavigate({ from: '/campaigns/$campaignId' });
  return {
    search,
    go: (changes) => {
      void navigate({ search: (before) => ({ ...before, ...changes }), replace: 'number' in changes });
    },
  };
}
