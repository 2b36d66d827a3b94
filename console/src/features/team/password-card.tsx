import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Callout } from '../../components/feedback/callout.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { SaveRow } from '../../components/form/save-row.tsx';
import { Card } from '../../components/layout/card.tsx';
import { changePassword } from '../../data/password.ts';
import { ApiError, describeError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';

const EMPTY = { current_password: '', new_password: '' };

export function PasswordCard() {
  const [typed, setTyped] = useState(EMPTY);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      setTyped(EMPTY);
      showSuccess(t('Password changed. Other browsers were logged out.'));
    },
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(typed);
  };
  return (
    <Card
      id="password"
      title={t('Password')}
      text={t('Changing it logs out all other browsers. API keys keep working.')}
    >
      <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
        {change.error && Object.keys(fields).length === 0 ? (
          <Callout kind="bad">{describeError(change.error)}</Callout>
        ) : null}
        <Field label={t('Current password')} error={fields['current_password']?.[0]}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={typed.current_password}
              onChange={(event) => setTyped({ ...typed, current_password: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t('New password')}
          hint={t('At least 8 characters.')}
          error={fields['new_password']?.[0]}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              value={typed.new_password}
              onChange={(event) => setTyped({ ...typed, new_password: event.target.value })}
            />
          )}
        </Field>
        <SaveRow
          action={t('Change password')}
          isDirty={typed.current_password !== '' || typed.new_password !== ''}
          isBusy={change.isPending}
        />
      </form>
    </Card>
  );
}
