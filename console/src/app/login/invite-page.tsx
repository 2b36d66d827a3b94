import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { ErrorState, Skeleton } from '../../components/feedback/states.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { ROLE_WORDS } from '../../components/role-options.ts';
import { acceptInvitation, openInvitationQuery, switchAccount } from '../../data/members.ts';
import { logIn, logOut, sessionQuery } from '../../data/session.ts';
import { ApiError, fieldErrors } from '../../lib/api/api-error.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { Logo } from '../logo.tsx';
import { LoginProblem } from './login-problem.tsx';

/** The page of an invitation link. */
export function InvitePage() {
  const { token } = useParams({ from: '/invite/$token' });
  const invitation = useQuery(openInvitationQuery(token));
  const session = useQuery({ ...sessionQuery, meta: {} });
  useEffect(() => {
    document.title = t('Invitation · Parley');
  }, []);
  if (invitation.error instanceof ApiError && invitation.error.status === 404) return <NoInvitation />;
  if (invitation.error) {
    return (
      <Frame title={t('Invitation')}>
        <ErrorState error={invitation.error} onRetry={() => void invitation.refetch()} />
      </Frame>
    );
  }
  if (invitation.data === undefined || session.isPending) {
    return (
      <Frame title={t('Invitation')}>
        <Skeleton />
      </Frame>
    );
  }
  const { account, email, role, has_login: hasLogin } = invitation.data;
  const visitor = session.data?.person?.email ?? null;
  const isInvited = visitor?.toLowerCase() === email.toLowerCase();
  return (
    <Frame title={t('Join {account}', { account })}>
      <p className="text-center text-ink-soft">
        {rich('You are invited as {role}, with the address {email}.', {
          role: ROLE_WORDS[role],
          email: <span className="font-medium text-ink">{email}</span>,
        })}
      </p>
      {visitor !== null && !isInvited ? (
        <AnotherPerson visitor={visitor} />
      ) : (
        <JoinForm
          token={token}
          email={email}
          needs={isInvited ? 'nothing' : hasLogin ? 'password' : 'person'}
        />
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="grid w-full max-w-sm gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 dir="auto" className="wrap-anywhere font-semibold text-2xl tracking-tight">
            {title}
          </h1>
        </div>
        {children}
      </div>
    </main>
  );
}

function NoInvitation() {
  return (
    <Frame title={t('This invitation is no longer valid')}>
      <p className="text-center text-ink-soft">
        {t('It was used or revoked, or has expired. Ask the person who invited you for a new one.')}
      </p>
      <Link to="/" className={buttonClasses({ variant: 'primary' })}>
        {t('Go to Parley')}
      </Link>
    </Frame>
  );
}

function AnotherPerson({ visitor }: { visitor: string }) {
  const leave = useMutation({ ...logOut, onSuccess: () => location.reload() });
  return (
    <>
      <Callout kind="warn">
        {t('You are logged in as {email}. Log out to accept this invitation.', { email: visitor })}
      </Callout>
      <Button variant="primary" isBusy={leave.isPending} onClick={() => leave.mutate()}>
        {t('Log out')}
      </Button>
    </>
  );
}

interface JoinFormProps {
  token: string;
  email: string;
  /** The proof that the visitor is the invited person. */
  needs: 'nothing' | 'password' | 'person';
}

function JoinForm({ token, email, needs }: JoinFormProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const join = useMutation({
    mutationFn: async () => {
      const proof = { ...(needs === 'person' && { name }), ...(needs !== 'nothing' && { password }) };
      const { id } = await acceptInvitation(token, proof);
      if (needs === 'nothing') await switchAccount(id);
      // The login page asks for the code of a second factor.
      else await logIn({ email, password }).catch(ignoreCodeRequest);
    },
    onSuccess: () => {
      queries.clear();
      location.assign('/');
    },
  });
  const fields = fieldErrors(join.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    join.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <LoginProblem error={join.error} />
      {needs === 'person' && (
        <Field label={t('Name')} error={fields['name']?.[0]}>
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      {needs !== 'nothing' && (
        <Field
          label={t('Password')}
          hint={needs === 'person' ? t('At least 8 characters.') : t('Your existing password.')}
          error={fields['password']?.[0]}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              name="password"
              autoComplete={needs === 'person' ? 'new-password' : 'current-password'}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" isBusy={join.isPending}>
        {t('Join account')}
      </Button>
    </form>
  );
}

function ignoreCodeRequest(error: unknown): void {
  if (fieldErrors(error)['code'] === undefined) throw error;
}
