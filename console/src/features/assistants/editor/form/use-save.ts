import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { showSuccess } from '../../../../components/feedback/toast-store.ts';
import { assistantQuery, setInboundWebhook, updateAssistant } from '../../../../data/assistants.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { showServerErrors } from '../../../../lib/forms/server-errors.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from './assistant-values.ts';
import type { Changes, Editing } from './use-assistant-form.ts';

export interface Saving {
  save: () => void;
  isSaving: boolean;
  /** An error that is not about fields. */
  error: unknown;
}

/** Saves the changes, with the button or Ctrl S. */
export function useSave(id: number, { form, stored, changesIn }: Editing): Saving {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: async ({ changes, sent }: { changes: Changes; sent: AssistantValues }) => {
      const { inbound_webhook_url: inbound, ...fields } = changes;
      if (Object.keys(fields).length > 0) await updateAssistant(id, fields);
      if (inbound !== undefined) await setInboundWebhook(id, inbound).catch(throwAtInboundWebhook);
      // The update succeeded. Use the sent values until the assistant is loaded again, which may fail.
      stored.markSaved(sent);
      await queries.fetchQuery({ ...assistantQuery(id), staleTime: 0 }).catch(() => undefined);
    },
    onSuccess: () => {
      showSuccess(t('Saved. Applies to new calls and chats.'));
      void queries.invalidateQueries({ queryKey: ['assistants', 'all'] });
    },
    onError: (error) => void showServerErrors(form, error),
  });
  const { mutate } = saving;
  const { beginSave } = stored;
  const save = useCallback((): void => {
    void form.handleSubmit((checked) => {
      const changes = changesIn(checked);
      if (Object.keys(changes).length > 0) mutate({ changes, sent: beginSave() });
    })();
  }, [form, beginSave, changesIn, mutate]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [save]);
  const isFieldError = Object.keys(form.formState.errors).length > 0;
  return { save, isSaving: saving.isPending, error: isFieldError ? null : saving.error };
}

/** The request for the inbound webhook names its field like the one for the webhook after calls. */
function throwAtInboundWebhook(error: unknown): never {
  const texts = error instanceof ApiError ? error.fields['webhook_url'] : undefined;
  if (!(error instanceof ApiError) || texts === undefined) throw error;
  const { status, requestId, body } = error;
  throw new ApiError({ status, requestId, body: { ...body, errors: { inbound_webhook_url: texts } } });
}
