import { useMutation } from '@tanstack/react-query';
import { tellDone } from '../../components/feedback/toast-store.ts';
import { setCampaignStatus } from '../../data/campaigns.ts';
import { useRefresh } from './use-refresh.ts';

/** Starts or stops a campaign; `error` is the refusal. */
export function useCampaignStatus(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (action: 'start' | 'stop') => setCampaignStatus(id, action),
    onSuccess: async (_, action) => {
      tellDone(
        action === 'start' ? 'Campaign started.' : 'Campaign stopped. Calls under way go on to their end.',
      );
      await refresh();
    },
  });
}
