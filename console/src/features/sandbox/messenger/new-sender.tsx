import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { addSandboxSender } from '../../../data/sandbox-messages.ts';
import { t } from '../../../lib/i18n/t.ts';
import { randomId } from '../../../lib/random-id.ts';

/** Adds a sandbox sender and selects it. */
export function AddSender() {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/sandbox' });
  const add = useMutation({
    mutationFn: () => addSandboxSender({}, randomId()),
    onSuccess: async ({ id, phone_number: number }) => {
      await queries.invalidateQueries({ queryKey: ['senders'] });
      await navigate({ search: (before) => ({ ...before, sender: id }) });
      showSuccess(t('Sandbox sender {number} added.', { number }));
    },
    onError: showError,
  });
  return (
    <Button icon={<Plus />} isBusy={add.isPending} onClick={() => add.mutate()}>
      {t('Add sandbox sender')}
    </Button>
  );
}
