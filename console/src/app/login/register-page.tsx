import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { register } from '../../data/session.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { Logo } from '../logo.tsx';
import { LoginProblem } from './login-problem.tsx';
import { useLogIn } from './use-log-in.ts';

const TEXT_FIELDS = [
  { name: 'name', label: t('Name'), type: 'text', autoComplete: 'name' },
  { name: 'email', label: t('Email'), type: 'email', autoComplete: 'username' },
] as const;

/** Creates an account and logs in. Only available when registration is open. */
export function RegisterPage() {
  const router = useRouter();
  const queries = useQueryClient();
  const [typed, setTyped] = useState({ name: '', email: '', password: '' });
  const enter = useLogIn(() => router.history.push('/'));
  const make = useMutation({
    mutationFn: register,
    onSuccess: (_, { email, password }) => enter.mutate({ email, password }),
  });
  useEffect(() => {
    document.title = t('Create an account · Parley');
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Drop the cached data of the previous user.
    queries.removeQueries();
    // Skip creation when the account exists already and only the login failed.
    if (make.isSuccess && make.variables.email === typed.email) enter.mutate(typed);
    else make.mutate(typed);
  };
  const fields = fieldErrors(make.error);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <form onSubmit={submit} noValidate className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">{t('Create an account')}</h1>
          <p className="text-ink-soft">{t('Your data is visible only to you.')}</p>
        </div>
        <LoginProblem error={make.error ?? enter.error} />
        {TEXT_FIELDS.map(({ label, ...attributes }) => (
          <Field key={attributes.name} label={label} error={fields[attributes.name]?.[0]}>
            {(control) => (
              <Input
                {...control}
                {...attributes}
                value={typed[attributes.name]}
                onChange={(event) => setTyped({ ...typed, [attributes.name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Field label={t('Password')} hint={t('At least 8 characters.')} error={fields['password']?.[0]}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              value={typed.password}
              onChange={(event) => setTyped({ ...typed, password: event.target.value })}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" isBusy={make.isPending || enter.isPending}>
          {t('Create account')}
        </Button>
        <p className="text-center text-ink-soft text-sm">
          {rich('Already have an account? <link>Log in</link>', {
            link: (content) => (
              <Link to="/login" className="text-accent-strong underline">
                {content}
              </Link>
            ),
          })}
        </p>
      </form>
    </main>
  );
}
