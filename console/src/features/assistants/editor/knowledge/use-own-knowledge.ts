import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showSuccess } from '../../../../components/feedback/toast-store.ts';
import { type Assistant, assistantQuery, updateAssistant } from '../../../../data/assistants.ts';
import { createKnowledgebase, type Knowledgebase } from '../../../../data/knowledge.ts';
import { intentionKeys } from '../../../../lib/api/intention-key.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { useValues } from '../form/use-values.ts';

/**
 * Returns the id of the chosen knowledge base. Without one, the function creates a knowledge base named after the
 * assistant and assigns it at once, so that the next test can use it.
 */
export function useOwnKnowledge({ id, name }: Assistant): () => Promise<string> {
  const queries = useQueryClient();
  const { knowledgebase_id: chosen } = useValues(['knowledgebase_id']);
  const [keyOf] = useState(intentionKeys);
  /** Concurrent uploads share one creation. */
  const creation = useRef<Promise<string> | null>(null);
  /** Created, but not assigned because the second request failed: a retry assigns it. */
  const created = useRef<Knowledgebase | null>(null);
  const create = async (): Promise<string> => {
    const fields = { name };
    created.current ??= (await createKnowledgebase(fields, keyOf(fields))).data;
    const data = created.current;
    await updateAssistant(id, { knowledgebase_id: data.id });
    created.current = null;
    showSuccess(t('Knowledge base “{name}” created and assigned.', { name: data.name }));
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['knowledge'] }),
      queries.invalidateQueries({ queryKey: assistantQuery(id).queryKey }),
    ]);
    return String(data.id);
  };
  return async () => {
    if (chosen !== null) return String(chosen);
    creation.current ??= create();
    try {
      return await creation.current;
    } finally {
      creation.current = null;
    }
  };
}
