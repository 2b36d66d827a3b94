import { useQueryClient } from '@tanstack/react-query';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { actOnDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { t } from '../../../lib/i18n/t.ts';

interface DeleteDocumentProps {
  knowledgebaseId: string;
  /** Null while the dialog is closed. */
  toDelete: KnowledgeDocument | null;
  onClose: () => void;
}

export function DeleteDocument({ knowledgebaseId, toDelete, onClose }: DeleteDocumentProps) {
  const queries = useQueryClient();
  return (
    <ActionDialog
      subject={toDelete}
      ask={({ name }) => ({
        title: t('Delete “{name}”?', { name }),
        text: t('Assistants stop using it immediately. This can’t be undone.'),
        action: t('Delete document'),
      })}
      action={({ id }) => actOnDocument(knowledgebaseId, id, 'delete')}
      onDone={async ({ name }) => {
        await queries.invalidateQueries({ queryKey: ['knowledge'] });
        showSuccess(t('“{name}” deleted.', { name }));
      }}
      onClose={onClose}
    />
  );
}
