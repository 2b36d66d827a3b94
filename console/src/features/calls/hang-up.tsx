import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { type Call, hangUp } from '../../data/calls.ts';
import { t } from '../../lib/i18n/t.ts';
import { isRunning } from './call-words.ts';

/** Ends a running call; nothing for other calls. */
export function HangUp({ call }: { call: Call }) {
  const queries = useQueryClient();
  const end = useMutation({
    ...hangUp,
    onSuccess: () => {
      showSuccess(t('Ending the call.'));
      return queries.invalidateQueries({ queryKey: ['calls'] });
    },
    onError: showError,
  });
  if (!isRunning(call.status)) return null;
  return (
    <Button variant="danger" icon={<PhoneOff />} isBusy={end.isPending} onClick={() => end.mutate(call.id)}>
      {t('Hang up')}
    </Button>
  );
}
