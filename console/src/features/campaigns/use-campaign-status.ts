import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { setCampaignStatus } from '../../data/campaigns.ts';
import { unlessUnderWay } from '../../lib/api/unless-under-way.ts';
import { t } from '../../lib/i18n/t.ts';
import { useRefresh } from './use-refresh.ts';

/** Starts or stops a campaign; `error` is the server's refusal. */
export function useCampaignStatus(id: number) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const mutationKey = ['campaign-status', id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (action: 'start' | 'stop') => setCampaignStatus(id, action),
    onSuccess: async (_, action) => {
      showSuccess(
        action === 'start' ? t('Campaign started.') : t('Campaign stopped. Calls in progress continue.'),
      );
      await refresh();
    },
  });
  return {
    ...mutation,
    mutate: (action: 'start' | 'stop', options?: { onSettled: () => void }) =>
      unlessUnderWay(queries, mutationKey, () => mutation.mutate(action, options)),
  };
}
