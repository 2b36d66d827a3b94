import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { actOnDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';

interface DeleteDocumentProps {
  knowledgebaseId: string;
  /** Null: nothing is asked. */
  doomed: KnowledgeDocument | null;
  onClose: () => void;
}

export function DeleteDocument({ knowledgebaseId, doomed, onClose }: DeleteDocumentProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: KnowledgeDocument) => actOnDocument(knowledgebaseId, id, 'delete'),
    onSuccess: async (_, { name }) => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      tellDone(`“${name}” is deleted.`);
      onClose();
    },
  });
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={doomed !== null}
      onClose={close}
      title={`Delete “${doomed?.name ?? 'the document'}”?`}
      text="Assistants stop finding it at once. This cannot be taken back."
      action="Delete"
      onConfirm={() => doomed !== null && remove.mutate(doomed)}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}
