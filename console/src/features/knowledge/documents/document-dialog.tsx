import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { changeDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { t } from '../../../lib/i18n/t.ts';
import { NameFields } from '../name-fields.tsx';

interface DocumentDialogProps {
  knowledgebaseId: string;
  /** Undefined if the document doesn't exist. */
  document: KnowledgeDocument | undefined;
  onClose: () => void;
}

/** Edits the name and description of a document. */
export function DocumentDialog({ document, ...frame }: DocumentDialogProps) {
  if (document === undefined) return <GoneDialog onClose={frame.onClose} />;
  return <DocumentForm document={document} {...frame} />;
}

function DocumentForm({
  knowledgebaseId,
  document,
  onClose,
}: DocumentDialogProps & { document: KnowledgeDocument }) {
  const queries = useQueryClient();
  const [stored] = useState({ name: document.name, description: document.description });
  const [typed, setTyped] = useState(stored);
  const save = useMutation({
    mutationFn: () => changeDocument(knowledgebaseId, document.id, changedParts(typed, stored, typed)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      showSuccess(t('Saved.'));
      onClose();
    },
  });
  return (
    <FormDialog
      onSubmit={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      title={t('Edit “{name}”', { name: stored.name })}
      text={t('Assistants use the name and description when they cite the document.')}
      action={t('Save')}
    >
      <NameFields typed={typed} onType={setTyped} error={save.error} />
    </FormDialog>
  );
}
