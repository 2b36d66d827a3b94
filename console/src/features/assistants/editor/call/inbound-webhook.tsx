import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { showSuccess } from '../../../../components/feedback/toast-store.ts';
import { Field } from '../../../../components/form/field.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { LeaveGuard } from '../../../../components/overlay/leave-guard.tsx';
import { type Assistant, setInboundWebhook } from '../../../../data/assistants.ts';
import { ApiError, describeError } from '../../../../lib/api/api-error.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { editorSearch } from '../../search-params.ts';

/** The webhook that supplies variables before an inbound call. Saved separately because it has its own API request. */
export function InboundWebhook({ assistant }: { assistant: Assistant }) {
  const queries = useQueryClient();
  const saved = assistant.inbound_webhook_url ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const url = (typed ?? saved).trim();
  const saving = useMutation({
    mutationFn: (address: string) => setInboundWebhook(assistant.id, address === '' ? null : address),
    onSuccess: async (_answer, address) => {
      showSuccess(address === '' ? t('Webhook URL removed.') : t('Webhook URL saved. Applies to new calls.'));
      await queries.invalidateQueries({ queryKey: ['assistants'] });
      // Keep what was typed while the request ran.
      setTyped((now) => (now?.trim() === address ? null : now));
    },
  });
  const { error } = saving;
  const text = error instanceof ApiError ? error.fields['webhook_url']?.[0] : undefined;
  return (
    <Field
      label={t('Inbound webhook URL')}
      error={text ?? (error ? describeError(error) : undefined)}
      hint={t(
        'Receives { customer_phone, assistant_phone } and returns variables as JSON within two seconds.',
      )}
    >
      {(control) => (
        <div className="flex gap-2">
          <LeaveGuard
            isDirty={url !== saved}
            isKept={(next, current) => tabIn(next) === tabIn(current)}
            title={t('Discard the webhook URL?')}
            text={t('The inbound webhook URL isn’t saved.')}
          />
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={typed ?? saved}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button isBusy={saving.isPending} isIdle={url === saved} onClick={() => saving.mutate(url)}>
            {url === '' && saved !== '' ? t('Remove URL') : t('Save URL')}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** The open tab. Leaving it loses the typed URL. */
function tabIn(search: object): string | undefined {
  return editorSearch({ ...search }).tab;
}
