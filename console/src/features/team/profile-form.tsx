import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Callout } from '../../components/feedback/callout.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { SaveRow } from '../../components/form/save-row.tsx';
import { saveProfile } from '../../data/members.ts';
import { type Session, sessionQuery } from '../../data/session.ts';
import { describeError, fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';

/** Name and email address of the person. A new address needs the password. */
export function ProfileForm({ person }: { person: NonNullable<Session['person']> }) {
  const queries = useQueryClient();
  const [name, setName] = useState(person.name);
  const [email, setEmail] = useState(person.email);
  const [password, setPassword] = useState('');
  const isMoved = email.trim().toLowerCase() !== person.email.toLowerCase();
  const save = useMutation({
    // The present address would cancel a change that waits for its confirmation.
    mutationFn: () =>
      saveProfile({
        name,
        ...(email !== person.email && { email }),
        ...(isMoved && { current_password: password }),
      }),
    onSuccess: async ({ message, data }) => {
      setPassword('');
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queries.invalidateQueries({ queryKey: ['members'] });
      setEmail(data.email);
      showSuccess(message);
    },
  });
  const fields = fieldErrors(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      {save.error && Object.keys(fields).length === 0 ? (
        <Callout kind="bad">{describeError(save.error)}</Callout>
      ) : null}
      <Field label={t('Name')} error={fields['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Email')} hint={t('You log in with this address.')} error={fields['email']?.[0]}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {isMoved && (
        <Field label={t('Current password')} error={fields['current_password']?.[0]}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
      <SaveRow action={t('Save profile')} isDirty={isMoved || name !== person.name} isBusy={save.isPending} />
    </form>
  );
}
