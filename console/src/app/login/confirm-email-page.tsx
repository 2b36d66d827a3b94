import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { confirmEmail } from '../../data/password.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { Logo } from '../logo.tsx';
import { LoginProblem } from './login-problem.tsx';

/** Confirms a new email address with the link of an email. A button does it, because mail scanners open links. */
export function ConfirmEmailPage() {
  const { token } = useParams({ from: '/confirm-email/$token' });
  const change = useMutation({ mutationFn: () => confirmEmail(token) });
  useEffect(() => {
    document.title = t('Confirm your email address · Parley');
  }, []);
  const isGone = change.error instanceof ApiError && change.error.status === 404;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">{t('Confirm your email address')}</h1>
        </div>
        {change.isSuccess ? (
          <>
            <div role="status">
              <Callout kind="good">{change.data.message}</Callout>
            </div>
            <Link to="/" className={buttonClasses({ variant: 'primary' })}>
              {t('Open Parley')}
            </Link>
          </>
        ) : (
          <>
            {isGone ? (
              <div role="alert">
                <Callout kind="bad">
                  {t(
                    'This link was used, has expired or was replaced by a newer one. Change the address in your profile again.',
                  )}
                </Callout>
              </div>
            ) : (
              <LoginProblem error={change.error} />
            )}
            <Button variant="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
              {t('Confirm email address')}
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
