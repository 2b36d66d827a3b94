import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Select } from '../../components/form/select.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { apiKeyListQuery, createApiKey } from '../../data/api-keys.ts';
import { ApiError, describeError } from '../../lib/api/api-error.ts';
import { intentionKeys } from '../../lib/api/intention-key.ts';

const LIVES = [
  { value: 'ever', label: 'Until it is deleted' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const;

const DAY_MS = 86_400_000;

/** Makes a key and shows it, the only time that it can be seen. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [life, setLife] = useState<string>('ever');
  const [keyOf] = useState(intentionKeys);
  // The same key must not come with another instant.
  const [openedAt] = useState(Date.now);
  const create = useMutation({
    mutationFn: () => createApiKey({ name, expires_at: expiry(life, openedAt) }, keyOf({ name, life })),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyListQuery.queryKey }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  if (create.data !== undefined)
    return <ShownKey name={create.data.name} token={create.data.token} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New API key"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={create.isPending}>
            Make it
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {create.error && fields['name'] === undefined ? (
          <Callout kind="bad">{describeError(create.error)}</Callout>
        ) : null}
        <Field label="Name" hint="Of the program that will use it." error={fields['name']?.[0]}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="Works for">
          {(control) => (
            <Select
              {...control}
              value={life}
              options={LIVES}
              onChange={(chosen) => setLife(chosen ?? 'ever')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function ShownKey({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`API key “${name}”`}
      text="Copy it now: only its fingerprint is kept, so it cannot be shown again."
      actions={
        <>
          <CopyButton text={token} label="Copy the key" variant="primary" />
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <code className="block break-all rounded-lg bg-sunken p-3 font-mono text-sm">{token}</code>
    </Dialog>
  );
}

function expiry(life: string, now: number): string | null {
  return life === 'ever' ? null : new Date(now + Number(life) * DAY_MS).toISOString();
}
