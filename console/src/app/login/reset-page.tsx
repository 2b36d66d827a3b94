import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Field } from '../../components/form/field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { resetPassword } from '../../data/password.ts';
import { ApiError, fieldErrors } from '../../lib/api/api-error.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { Logo } from '../logo.tsx';
import { LoginProblem } from './login-problem.tsx';

/** Sets a new password with the link of an email. */
export function ResetPage() {
  const { token } = useParams({ from: '/reset-password/$token' });
  const [password, setPassword] = useState('');
  const change = useMutation({ mutationFn: () => resetPassword(token, password) });
  useEffect(() => {
    document.title = t('Set a new password · Parley');
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  const isGone = change.error instanceof ApiError && change.error.status === 404;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <form onSubmit={submit} noValidate className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">{t('Set a new password')}</h1>
        </div>
        {change.isSuccess ? (
          <>
            <div role="status">
              <Callout>{t('Your password was changed. You are logged out on all devices.')}</Callout>
            </div>
            <Link to="/login" className={buttonClasses({ variant: 'primary' })}>
              {t('Log in')}
            </Link>
          </>
        ) : (
          <>
            {isGone ? (
              <div role="alert">
                <Callout kind="bad">
                  {rich(
                    'This link was used, has expired or was replaced by a newer one. <link>Request a new link</link>',
                    {
                      link: (content) => (
                        <Link to="/forgot-password" className="underline">
                          {content}
                        </Link>
                      ),
                    },
                  )}
                </Callout>
              </div>
            ) : (
              <LoginProblem error={change.error} />
            )}
            <Field
              label={t('New password')}
              hint={t('At least 8 characters.')}
              error={fieldErrors(change.error)['password']?.[0]}
            >
              {(control) => (
                <PasswordInput
                  {...control}
                  name="password"
                  autoComplete="new-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" variant="primary" isBusy={change.isPending}>
              {t('Set password')}
            </Button>
          </>
        )}
      </form>
    </main>
  );
}
