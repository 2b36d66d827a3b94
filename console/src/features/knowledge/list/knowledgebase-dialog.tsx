import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { changeKnowledgebase, createKnowledgebase, type Knowledgebase } from '../../../data/knowledge.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { NameFields } from '../name-fields.tsx';

interface KnowledgebaseDialogProps {
  /** Null: a new one. */
  knowledgebase: Knowledgebase | null;
  onClose: () => void;
  /** Leads away from the dialog. */
  onSaved: (saved: Knowledgebase) => unknown;
}

export function KnowledgebaseDialog({ knowledgebase, onClose, onSaved }: KnowledgebaseDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState({
    name: knowledgebase?.name ?? '',
    description: knowledgebase?.description ?? '',
  });
  const [keyOf] = useState(intentionKeys);
  const save = useMutation({
    mutationFn: () =>
      knowledgebase === null
        ? createKnowledgebase(typed, keyOf(typed))
        : changeKnowledgebase(String(knowledgebase.id), typed),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      tellDone(knowledgebase === null ? 'Knowledge base made.' : 'Saved.');
      onSaved(data);
    },
  });
  return (
    <FormDialog
      onSubmit={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      title={knowledgebase === null ? 'New knowledge base' : 'Name and description'}
      action="Save"
    >
      <NameFields
        typed={typed}
        onType={setTyped}
        error={save.error}
        hint="What is in it, for you and your colleagues."
      />
    </FormDialog>
  );
}
