import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Callout } from '../components/feedback/callout.tsx';
import { Field } from '../components/form/field.tsx';
import { Input } from '../components/form/input.tsx';
import { logIn } from '../data/session.ts';
import { ApiError, describeError } from '../lib/api/api-error.ts';
import { setCsrfToken } from '../lib/api/session-state.ts';
import { Logo } from './logo.tsx';

export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const router = useRouter();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = useMutation({
    ...logIn,
    onSuccess: ({ csrf_token }) => {
      queries.clear();
      setCsrfToken(csrf_token);
      router.history.push(next ?? '/');
    },
  });
  useEffect(() => {
    document.title = 'Log in · Parley';
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter.mutate({ email, password });
  };
  const fields = enter.error instanceof ApiError ? enter.error.fields : {};
  const isFieldError = Object.keys(fields).length > 0;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <form onSubmit={submit} noValidate className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">Log in to Parley</h1>
          <p className="text-ink-soft">
            The first start printed the owner’s address and password on its terminal.
          </p>
        </div>
        {enter.error && !isFieldError ? (
          <div role="alert">
            <Callout kind="bad">{describeError(enter.error)}</Callout>
          </div>
        ) : null}
        <Field label="E-mail" error={fields['email']?.[0]}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password" error={fields['password']?.[0]}>
          {(control) => (
            <Input
              {...control}
              type="password"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" isBusy={enter.isPending}>
          Log in
        </Button>
      </form>
    </main>
  );
}
