import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { ROLE_LABELS } from '../../components/role-options.ts';
import { accountsQuery, createAccount, renameAccount, switchAccount } from '../../data/members.ts';
import { useRights } from '../../data/rights.ts';
import { sessionQuery } from '../../data/session.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { intentionKeys } from '../../lib/api/intention-key.ts';
import { t } from '../../lib/i18n/t.ts';

type Open = { dialog: 'new' } | { dialog: 'rename'; id: number; name: string } | null;

/** The person's accounts: switch, rename, create. */
export function AccountsCard() {
  const accounts = useQuery(accountsQuery);
  const session = useQuery(sessionQuery);
  const rights = useRights();
  const [open, setOpen] = useState<Open>(null);
  const change = useMutation({
    mutationFn: switchAccount,
    onSuccess: () => location.assign('/'),
    onError: showError,
  });
  const mayCreate = session.data?.can_create_accounts ?? false;
  return (
    <Card
      title={t('Your accounts')}
      text={t('Each account has its own assistants, numbers, conversations and balance.')}
      actions={
        mayCreate ? <Button onClick={() => setOpen({ dialog: 'new' })}>{t('New account')}</Button> : null
      }
    >
      <Loaded query={accounts}>
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map(({ id, name, role, is_current: isCurrent }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0">
                  <span dir="auto" className="wrap-anywhere font-medium">
                    {name}
                  </span>{' '}
                  <span className="text-ink-soft text-sm">{ROLE_LABELS[role]}</span>
                </span>
                {isCurrent ? (
                  <span className="flex items-center gap-2">
                    <Badge>{t('Current', undefined, 'account')}</Badge>
                    {rights.mayChange('Account') && (
                      <Button size="small" onClick={() => setOpen({ dialog: 'rename', id, name })}>
                        {t('Rename')}
                      </Button>
                    )}
                  </span>
                ) : (
                  <Button
                    size="small"
                    aria-label={t('Switch to {name}', { name })}
                    isBusy={change.isPending && change.variables === id}
                    onClick={() => change.mutate(id)}
                  >
                    {t('Switch')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {open?.dialog === 'new' && <NewAccountDialog onClose={() => setOpen(null)} />}
      {open?.dialog === 'rename' && <RenameDialog {...open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const [keyOf] = useState(intentionKeys);
  return (
    <NameDialog
      title={t('New account')}
      action={t('Create account')}
      name=""
      save={(name) => createAccount(name, keyOf({ name }))}
      done={t('Account created.')}
      onClose={onClose}
    />
  );
}

function RenameDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  return (
    <NameDialog
      title={t('Rename account')}
      action={t('Save name')}
      name={name}
      save={(typed) => renameAccount(id, typed)}
      done={t('Account renamed.')}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  title: string;
  action: string;
  name: string;
  save: (name: string) => Promise<unknown>;
  /** The toast. */
  done: string;
  onClose: () => void;
}

function NameDialog({ title, action, name, save, done, onClose }: NameDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(name);
  const change = useMutation({
    mutationFn: () => save(typed),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: accountsQuery.queryKey });
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      showSuccess(done);
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      action={action}
      onSubmit={change.mutate}
      isBusy={change.isPending}
      error={change.error}
      onClose={onClose}
    >
      <Field label={t('Name')} error={fieldErrors(change.error)['name']?.[0]}>
        {(control) => <Input {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
