import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Select } from '../../components/form/select.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { apiKeyListQuery, createApiKey } from '../../data/api-keys.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
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
  const fields = fieldErrors(create.error);
  if (create.data !== undefined)
    return <ShownKey name={create.data.name} token={create.data.token} onClose={onClose} />;
  return (
    <FormDialog
      onSubmit={create.mutate}
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      title="New API key"
      action="Make it"
    >
      <Field label="Name" hint="Of the program that will use it." error={fields['name']?.[0]}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label="Works for" error={fields['expires_at']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={life}
            options={LIVES}
            onChange={(chosen) => setLife(chosen ?? 'ever')}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function ShownKey({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isHeld
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
