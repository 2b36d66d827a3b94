import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { tellDone } from '../../../../components/feedback/toast-store.ts';
import { Field } from '../../../../components/form/field.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { type Assistant, setInboundWebhook } from '../../../../data/assistants.ts';
import { ApiError, describeError } from '../../../../lib/api/api-error.ts';

/** Where variables of a call that comes in are asked for. Set by itself: the API has a request of its own for it. */
export function InboundWebhook({ assistant }: { assistant: Assistant }) {
  const queries = useQueryClient();
  const saved = assistant.inbound_webhook_url ?? '';
  const [url, setUrl] = useState(saved);
  const saving = useMutation({
    mutationFn: () => setInboundWebhook(assistant.id, url.trim() === '' ? null : url.trim()),
    onSuccess: async () => {
      tellDone(url.trim() === '' ? 'Nobody is asked any more.' : 'Asked before every call that comes in.');
      await queries.invalidateQueries({ queryKey: ['assistants'] });
    },
  });
  const { error } = saving;
  const text = error instanceof ApiError ? error.fields['webhook_url']?.[0] : undefined;
  return (
    <Field
      label="Ask for variables"
      error={text ?? (error ? describeError(error) : undefined)}
      hint="Gets { customer_phone, assistant_phone } before a call is answered. A JSON object that it answers within two seconds fills the variables, such as the name of the caller. Saved at once."
    >
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button isBusy={saving.isPending} disabled={url === saved} onClick={() => saving.mutate()}>
            {url.trim() === '' && saved !== '' ? 'Remove' : 'Set'}
          </Button>
        </div>
      )}
    </Field>
  );
}
