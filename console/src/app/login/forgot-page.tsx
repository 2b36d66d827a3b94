import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { requestPasswordReset } from '../../data/password.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { Logo } from '../logo.tsx';
import { LoginProblem } from './login-problem.tsx';

/** Requests a link by email that sets a new password. */
export function ForgotPage() {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => requestPasswordReset(email) });
  useEffect(() => {
    document.title = t('Reset your password · Parley');
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <form onSubmit={submit} noValidate className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">{t('Reset your password')}</h1>
          <p className="text-ink-soft">{t('We email you a link to set a new password.')}</p>
        </div>
        <LoginProblem error={ask.error} />
        {ask.isSuccess && (
          <div role="status">
            <Callout>
              {t('If this address has a login, an email is on its way. The link is valid for one hour.')}
            </Callout>
          </div>
        )}
        <Field label={t('Email')} error={fieldErrors(ask.error)['email']?.[0]}>
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
        <Button type="submit" variant="primary" isBusy={ask.isPending}>
          {t('Send link')}
        </Button>
        <p className="text-center text-sm">
          <Link to="/login" className="text-accent-strong underline">
            {t('Back to login')}
          </Link>
        </p>
      </form>
    </main>
  );
}
