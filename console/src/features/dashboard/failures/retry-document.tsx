import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import type { FailedDocument } from '../../../data/failures.ts';
import { actOnDocument } from '../../../data/knowledge.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Processes a document again. If it fails again, it reappears in the list. */
export function RetryDocument({ document: { id, name, knowledgebase } }: { document: FailedDocument }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => actOnDocument(String(knowledgebase.id), id, 'retry'),
    onSuccess: async () => {
      showSuccess(t('Processing “{name}” again.', { name }));
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
    },
    onError: showError,
  });
  return (
    <Button
      size="small"
      icon={<RotateCw />}
      isBusy={retry.isPending}
      onClick={() => retry.mutate()}
      aria-label={t('Retry {name}', { name })}
    >
      {t('Retry')}
    </Button>
  );
}
