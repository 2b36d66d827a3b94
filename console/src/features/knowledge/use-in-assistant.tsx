import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { namedOptions } from '../../components/form/options.ts';
import { Select } from '../../components/form/select.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { allAssistantsQuery, updateAssistant } from '../../data/assistants.ts';
import type { Knowledgebase } from '../../data/knowledge.ts';
import { t } from '../../lib/i18n/t.ts';

interface UseInAssistantProps {
  knowledgebase: Knowledgebase;
  onClose: () => void;
}

/** Assigns a knowledge base to an assistant and opens that assistant. */
export function UseInAssistant({ knowledgebase, onClose }: UseInAssistantProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const assistants = useQuery(allAssistantsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const use = useMutation({
    mutationFn: (id: string) => updateAssistant(Number(id), { knowledgebase_id: knowledgebase.id }),
    onSuccess: async ({ data }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['assistants'] }),
        queries.invalidateQueries({ queryKey: ['knowledge'] }),
      ]);
      showSuccess(
        t('“{assistant}” now answers from “{knowledgeBase}”.', {
          assistant: data.name,
          knowledgeBase: knowledgebase.name,
        }),
      );
      await navigate({
        to: '/assistants/$assistantId',
        params: { assistantId: String(data.id) },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <FormDialog
      title={t('Use in an assistant')}
      text={t('It replaces the assistant’s current knowledge base.')}
      action={t('Use knowledge base')}
      isReady={chosen !== null}
      isBusy={use.isPending}
      error={use.error}
      onSubmit={() => chosen !== null && use.mutate(chosen)}
      onClose={onClose}
    >
      <Field label={t('Assistant')}>
        {(control) => (
          <Select {...control} value={chosen} options={namedOptions(assistants.data)} onChange={setChosen} />
        )}
      </Field>
    </FormDialog>
  );
}
