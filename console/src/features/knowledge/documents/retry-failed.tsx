import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { showError } from '../../../components/feedback/toast-store.ts';
import { actOnDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { t } from '../../../lib/i18n/t.ts';

interface RetryFailedProps {
  knowledgebaseId: string;
  documents: readonly KnowledgeDocument[];
}

/** Processes all failed documents again. */
export function RetryFailed({ knowledgebaseId, documents }: RetryFailedProps) {
  const queries = useQueryClient();
  const failed = documents.filter(({ status }) => status === 'failed');
  const retry = useMutation({
    mutationFn: async () => {
      for (const { id } of failed) await actOnDocument(knowledgebaseId, id, 'retry');
    },
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['knowledge'] }),
  });
  if (failed.length < 2) return null;
  return (
    <Button icon={<RotateCw />} isBusy={retry.isPending} onClick={() => retry.mutate()}>
      {t('{count, plural, one {Retry # failed document} other {Retry # failed documents}}', {
        count: failed.length,
      })}
    </Button>
  );
}
