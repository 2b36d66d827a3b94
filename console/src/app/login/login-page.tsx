import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { CodeField } from '../../components/form/code-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { Logo } from '../logo.tsx';
import { LoginProblem } from './login-problem.tsx';
import { providerProblem } from './login-words.ts';
import { PasswordField } from './password-field.tsx';
import { identityProvider, isRegistrationOpen, sendsEmail } from './registration.ts';
import { useLogIn } from './use-log-in.ts';

export function LoginPage() {
  const { next, problem } = useSearch({ from: '/login' });
  const router = useRouter();
  const provider = identityProvider();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isAsked, setAsked] = useState(false);
  const enter = useLogIn(() => router.history.push(next ?? '/'));
  useEffect(() => {
    document.title = t('Log in · Parley');
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Drop the cached data of the previous user.
    queries.removeQueries();
    enter.mutate({ email, password, ...(isAsked && { code }) });
  };
  const fields = enter.error instanceof ApiError ? enter.error.fields : {};
  const isCodeNeeded = fields['code'] !== undefined;
  // The field stays when the next attempt fails for another reason.
  useEffect(() => {
    if (isCodeNeeded) setAsked(true);
  }, [isCodeNeeded]);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <form onSubmit={submit} noValidate className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-2xl tracking-tight">{t('Log in to Parley')}</h1>
          <p className="text-ink-soft">
            {t('The owner’s email and password were printed in the terminal on the first start.')}
          </p>
        </div>
        {problem !== undefined && enter.error === null && (
          <div role="alert">
            <Callout kind="bad">{providerProblem(problem, provider)}</Callout>
          </div>
        )}
        <LoginProblem error={enter.error} />
        <Field label={t('Email')} error={fields['email']?.[0]}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <PasswordField value={password} onChange={setPassword} error={fields['password']?.[0]} />
        {isAsked && <CodeField value={code} onChange={setCode} error={fields['code']?.[0]} />}
        <Button type="submit" variant="primary" isBusy={enter.isPending}>
          {t('Log in')}
        </Button>
        {provider !== null && (
          <a href={`/auth/oidc?${new URLSearchParams({ next: next ?? '/' })}`} className={buttonClasses({})}>
            {t('Log in with {provider}', { provider })}
          </a>
        )}
        {isRegistrationOpen() && (
          <p className="text-center text-ink-soft text-sm">
            {rich('No account yet? <link>Create one</link>', {
              link: (content) => (
                <Link to="/register" className="text-accent-strong underline">
                  {content}
                </Link>
              ),
            })}
          </p>
        )}
        <p className="text-center text-ink-soft text-sm">
          {sendsEmail() ? (
            <Link to="/forgot-password" className="text-accent-strong underline">
              {t('Forgot your password?')}
            </Link>
          ) : (
            rich('Forgot your password? Reset it on the server: {command}', {
              command: <code className="whitespace-nowrap font-mono text-xs">npx parley users password</code>,
            })
          )}
        </p>
      </form>
    </main>
  );
}
