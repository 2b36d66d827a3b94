import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { createSandboxSender, createSender } from '../../../data/senders.ts';
import { sessionQuery } from '../../../data/session.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { CredentialFields } from './credential-fields.tsx';
import { CARRIERS } from './sender-words.ts';

interface NewSenderDialogProps {
  onClose: () => void;
  onCreated: (id: number) => void;
}

const EMPTY = { phone_number: '', display_name: '', assistant_id: null as string | null };

export function NewSenderDialog({ onClose, onCreated }: NewSenderDialogProps) {
  const formId = useId();
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const offered = CARRIERS.filter(({ name }) => session.data?.features.message_carriers.includes(name));
  const [chosen, setChosen] = useState<string | null>(null);
  const carrier = offered.find(({ name }) => name === chosen) ?? offered.at(-1);
  const [typed, setTyped] = useState(EMPTY);
  const [credentials, setCredentials] = useState<Readonly<Record<string, string>>>({});
  const [key] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: () => {
      const shared = {
        display_name: typed.display_name || null,
        assistant_id: typed.assistant_id === null ? null : Number(typed.assistant_id),
      };
      if (carrier === undefined || carrier.name === 'sandbox') return createSandboxSender(shared, key);
      const { phone_number } = typed;
      return createSender({ ...shared, provider: carrier.name, phone_number, credentials }, key);
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['senders'] });
      tellDone('Sender connected.');
      onClose();
      onCreated(id);
    },
  });
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New sender"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={create.isPending}>
            Connect
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {create.error && Object.keys(fields).length === 0 ? (
          <Callout kind="bad">{describeError(create.error)}</Callout>
        ) : null}
        <Field label="Carrier" error={fields['provider']?.[0]}>
          {(control) => (
            <Select
              {...control}
              value={carrier?.name ?? null}
              options={offered.map(({ name, label }) => ({ value: name, label }))}
              onChange={setChosen}
            />
          )}
        </Field>
        {carrier?.name === 'sandbox' ? (
          <p className="text-ink-soft text-sm">
            It gets a number of its own. Customers are you, on the sandbox page.
          </p>
        ) : (
          <Field
            label="Number"
            hint="As the carrier has it, such as +40312345678."
            error={fields['phone_number']?.[0]}
          >
            {(control) => (
              <Input
                {...control}
                type="tel"
                value={typed.phone_number}
                onChange={(event) => setTyped({ ...typed, phone_number: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field label="Name" hint="That customers see." error={fields['display_name']?.[0]}>
          {(control) => (
            <Input
              {...control}
              value={typed.display_name}
              onChange={(event) => setTyped({ ...typed, display_name: event.target.value })}
            />
          )}
        </Field>
        <AssistantField
          value={typed.assistant_id}
          error={fields['assistant_id']?.[0]}
          onChange={(assistant_id) => setTyped({ ...typed, assistant_id })}
        />
        {carrier !== undefined && (
          <CredentialFields
            carrier={carrier}
            values={credentials}
            errors={fields}
            onChange={setCredentials}
          />
        )}
      </form>
    </Dialog>
  );
}

interface AssistantFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

export function AssistantField({ value, error, onChange }: AssistantFieldProps) {
  const assistants = useQuery(allAssistantsQuery);
  const options = assistants.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <Field label="Answered by" error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          emptyLabel="Nobody: people answer"
          onChange={onChange}
        />
      )}
    </Field>
  );
}
