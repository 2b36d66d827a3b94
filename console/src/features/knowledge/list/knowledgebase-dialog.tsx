import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { changeKnowledgebase, createKnowledgebase, type Knowledgebase } from '../../../data/knowledge.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

interface KnowledgebaseDialogProps {
  /** Null: a new one. */
  knowledgebase: Knowledgebase | null;
  onClose: () => void;
  /** Leads away from the dialog. */
  onSaved: (saved: Knowledgebase) => unknown;
}

export function KnowledgebaseDialog({ knowledgebase, onClose, onSaved }: KnowledgebaseDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(knowledgebase?.name ?? '');
  const [description, setDescription] = useState(knowledgebase?.description ?? '');
  const [keyOf] = useState(intentionKeys);
  const save = useMutation({
    mutationFn: () => {
      const fields = { name, description };
      return knowledgebase === null
        ? createKnowledgebase(fields, keyOf(fields))
        : changeKnowledgebase(String(knowledgebase.id), fields);
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      tellDone(knowledgebase === null ? 'Knowledge base made.' : 'Saved.');
      onSaved(data);
    },
  });
  const fields = fieldErrors(save.error);
  return (
    <FormDialog
      onSubmit={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      title={knowledgebase === null ? 'New knowledge base' : 'Name and description'}
      action="Save"
    >
      <Field label="Name" error={fields['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={255}
          />
        )}
      </Field>
      <Field
        label="Description"
        hint="What is in it, for you and your colleagues."
        error={fields['description']?.[0]}
      >
        {(control) => (
          <TextArea
            {...control}
            value={description}
            maxLength={255}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
