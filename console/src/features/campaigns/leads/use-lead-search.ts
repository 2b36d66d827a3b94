import { useNavigate, useSearch } from '@tanstack/react-router';
import { CHOSEN, type SearchChange } from '../../../routing/search-change.ts';
import type { CampaignSearch } from '../campaign-search.ts';

type LeadFilter = Omit<CampaignSearch, 'tab' | 'open' | 'hours'>;

/** Filter of the lead list, kept in the URL. Setting a part to undefined clears it. */
export function useLeadSearch(): {
  search: CampaignSearch;
  filter: (
    parts: { [Name in keyof LeadFilter]?: LeadFilter[Name] | undefined },
    change?: SearchChange,
  ) => void;
} {
  const search = useSearch({ from: '/console/campaigns/$campaignId' });
  const navigate = useNavigate({ from: '/campaigns/$campaignId' });
  return {
    search,
    filter: (parts, change = CHOSEN) =>
      void navigate({ search: (before) => ({ ...before, ...parts }), ...change }),
  };
}
