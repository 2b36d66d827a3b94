import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { tellDone } from '../../../../components/feedback/toast-store.ts';
import { Field } from '../../../../components/form/field.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { LeaveGuard } from '../../../../components/form/leave-guard.tsx';
import { type Assistant, setInboundWebhook } from '../../../../data/assistants.ts';
import { ApiError, describeError } from '../../../../lib/api/api-error.ts';
import { editorSearch } from '../../search-params.ts';

/** Where variables of a call that comes in are asked for. Set by itself: the API has a request of its own for it. */
export function InboundWebhook({ assistant }: { assistant: Assistant }) {
  const queries = useQueryClient();
  const saved = assistant.inbound_webhook_url ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const url = (typed ?? saved).trim();
  const saving = useMutation({
    mutationFn: (address: string) => setInboundWebhook(assistant.id, address === '' ? null : address),
    onSuccess: async (_answer, address) => {
      tellDone(address === '' ? 'Nobody is asked any more.' : 'Asked before every call that comes in.');
      await queries.invalidateQueries({ queryKey: ['assistants'] });
      // Unless somebody has typed on meanwhile.
      setTyped((now) => (now?.trim() === address ? null : now));
    },
  });
  const { error } = saving;
  const text = error instanceof ApiError ? error.fields['webhook_url']?.[0] : undefined;
  return (
    <Field
      label="Ask for variables"
      error={text ?? (error ? describeError(error) : undefined)}
      hint="Gets { customer_phone, assistant_phone } before a call is answered. A JSON object that it answers within two seconds fills the variables, such as the name of the caller. It is saved by the button beside it."
    >
      {(control) => (
        <div className="flex gap-2">
          <LeaveGuard
            isDirty={url !== saved}
            isKept={(next, current) => tabIn(next) === tabIn(current)}
            title="Leave the address unset?"
            text="What you have typed under “Ask for variables” is not set yet, and is lost."
          />
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={typed ?? saved}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button isBusy={saving.isPending} isIdle={url === saved} onClick={() => saving.mutate(url)}>
            {url === '' && saved !== '' ? 'Remove' : 'Set'}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Another tab does not keep what was typed here. */
function tabIn(search: object): string | undefined {
  return editorSearch({ ...search }).tab;
}
