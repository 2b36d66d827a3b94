import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { changeKnowledgebase, createKnowledgebase, type Knowledgebase } from '../../../data/knowledge.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { NameFields } from '../name-fields.tsx';

interface KnowledgebaseDialogProps {
  /** Null for a new knowledge base. */
  knowledgebase: Knowledgebase | null;
  onClose: () => void;
  /** Called after the save; must close the dialog. */
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
      showSuccess(knowledgebase === null ? t('Knowledge base created.') : t('Knowledge base saved.'));
      onSaved(data);
    },
  });
  return (
    <FormDialog
      onSubmit={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      title={knowledgebase === null ? t('New knowledge base') : t('Edit knowledge base')}
      action={knowledgebase === null ? t('Create knowledge base') : t('Save')}
    >
      <NameFields typed={typed} onType={setTyped} error={save.error} hint={t('Visible to your team.')} />
    </FormDialog>
  );
}
