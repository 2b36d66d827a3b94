import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Select } from '../../components/form/select.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { roleNamed, roleOptions } from '../../components/role-options.ts';
import { apiKeyListQuery, createApiKey } from '../../data/api-keys.ts';
import { useRights } from '../../data/rights.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { intentionKeys } from '../../lib/api/intention-key.ts';
import { t } from '../../lib/i18n/t.ts';

const LIFETIMES = [
  { value: 'ever', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In 1 year') },
] as const;

const DAY_MS = 86_400_000;

/** Creates a key and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const rights = useRights();
  const [name, setName] = useState('');
  const [life, setLife] = useState<string>('ever');
  const [role, setRole] = useState<Role>('admin');
  const [keyOf] = useState(intentionKeys);
  // A retry with the same idempotency key must send the same expiry.
  const [openedAt] = useState(Date.now);
  const create = useMutation({
    mutationFn: () =>
      createApiKey({ name, role, expires_at: expiry(life, openedAt) }, keyOf({ name, life, role })),
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
      title={t('New API key')}
      action={t('Create key')}
    >
      <Field label={t('Name')} hint={t('Where will you use this key?')} error={fields['name']?.[0]}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label={t('Role')} hint={t('What the key can do.')} error={fields['role']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={role}
            options={roleOptions(rights)}
            onChange={(chosen) => setRole(roleNamed(chosen) ?? role)}
          />
        )}
      </Field>
      <Field label={t('Expires')} error={fields['expires_at']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={life}
            options={LIFETIMES}
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
      title={t('API key “{name}”', { name })}
      text={t('Copy it now. Only a hash is stored, so it can’t be shown again.')}
      actions={
        <>
          <CopyButton text={token} label={t('Copy key')} variant="primary" />
          <Button onClick={onClose}>{t('Done', undefined, 'button')}</Button>
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
