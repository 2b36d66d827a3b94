import { useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { DeedDialog } from '../../../components/overlay/deed-dialog.tsx';
import { actOnDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';

interface DeleteDocumentProps {
  knowledgebaseId: string;
  /** Null while the dialog is closed. */
  doomed: KnowledgeDocument | null;
  onClose: () => void;
}

export function DeleteDocument({ knowledgebaseId, doomed, onClose }: DeleteDocumentProps) {
  const queries = useQueryClient();
  return (
    <DeedDialog
      subject={doomed}
      ask={({ name }) => ({
        title: `Delete “${name}”?`,
        text: 'Assistants stop using it immediately. This can’t be undone.',
        action: 'Delete document',
      })}
      deed={({ id }) => actOnDocument(knowledgebaseId, id, 'delete')}
      onDone={async ({ name }) => {
        await queries.invalidateQueries({ queryKey: ['knowledge'] });
        tellDone(`“${name}” deleted.`);
      }}
      onClose={onClose}
    />
  );
}
