import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { type CallItem, cancelCall } from '../../data/calls.ts';
import { t } from '../../lib/i18n/t.ts';

/** Cancels a scheduled call; renders nothing for other calls. */
export function CancelCall({ call: { id, status } }: { call: Pick<CallItem, 'id' | 'status'> }) {
  const queries = useQueryClient();
  const canceling = useMutation({
    ...cancelCall,
    onSuccess: () => {
      showSuccess(t('Call canceled.'));
      return queries.invalidateQueries({ queryKey: ['calls'] });
    },
    onError: showError,
  });
  if (status !== 'scheduled') return null;
  return (
    <Button icon={<CalendarX />} isBusy={canceling.isPending} onClick={() => canceling.mutate(id)}>
      {t('Cancel call')}
    </Button>
  );
}
