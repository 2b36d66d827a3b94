import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { changeDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { NameFields } from '../name-fields.tsx';

interface DocumentDialogProps {
  knowledgebaseId: string;
  /** Undefined: there is no such document. */
  document: KnowledgeDocument | undefined;
  onClose: () => void;
}

/** What a document is called, and what is said of it. */
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
      tellDone('Saved.');
      onClose();
    },
  });
  return (
    <FormDialog
      onSubmit={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      title={`Name and description of “${stored.name}”`}
      text="Assistants name a document by it when they are asked where something stands."
      action="Save"
    >
      <NameFields typed={typed} onType={setTyped} error={save.error} />
    </FormDialog>
  );
}
