import * as Radix from '@radix-ui/react-alert-dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type FormEvent, type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/form/code-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import type { Session } from '../../data/session.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { onSessionEndChange, sessionEnd } from '../../lib/api/session-state.ts';
import { t } from '../../lib/i18n/t.ts';
import { LoginProblem } from './login-problem.tsx';
import { PasswordField } from './password-field.tsx';
import { useLogIn } from './use-log-in.ts';

/**
 * Asks for the password in a dialog when the session has ended, and leaves the page behind it unchanged, including
 * unsaved input.
 */
export function SessionOver({ session }: { session: Session }) {
  const end = useSyncExternalStore(onSessionEndChange, sessionEnd);
  const passwordInput = useRef<HTMLInputElement>(null);
  const left = useRef<Element | null>(null);
  useReloadForAnother(`${session.user.id} ${session.person?.id}`);
  return (
    <Radix.Root open={end !== null}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            left.current = document.activeElement;
            passwordInput.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (left.current instanceof HTMLElement) left.current.focus();
          }}
          // Without a session the dialog cannot be dismissed.
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 rounded-xl border border-line bg-raised p-5 shadow-raised"
        >
          <Radix.Title className="font-semibold text-lg">{t('Your session has ended')}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-soft">
            {end === 'logged-out'
              ? t(
                  'You logged out in another tab, so your message drafts were deleted. Log in again to continue, then save unsaved changes.',
                )
              : t('Your input is still here. Log in again to continue, then save unsaved changes.')}
          </Radix.Description>
          <ReturnForm email={session.person?.email ?? session.user.email} passwordInput={passwordInput} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Reloads when another tab logs in as another person or switches the account: this page shows the previous data. */
function useReloadForAnother(identity: string): void {
  const first = useRef(identity);
  useEffect(() => {
    if (first.current !== identity) location.reload();
  }, [identity]);
}

interface ReturnFormProps {
  email: string;
  passwordInput: Ref<HTMLInputElement>;
}

function ReturnForm({ email, passwordInput }: ReturnFormProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const here = useRouterState({ select: ({ location }) => location.href });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isAsked, setAsked] = useState(false);
  const enter = useLogIn(() => void queries.invalidateQueries());
  const fields = enter.error instanceof ApiError ? enter.error.fields : {};
  const isCodeNeeded = fields['code'] !== undefined;
  // The field stays when the next attempt fails for another reason.
  useEffect(() => {
    if (isCodeNeeded) setAsked(true);
  }, [isCodeNeeded]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter.mutate({ email, password, ...(isAsked && { code }) });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <LoginProblem error={enter.error} />
      <Field label={t('Email')}>
        {(control) => (
          <Input {...control} type="email" name="email" autoComplete="username" value={email} readOnly />
        )}
      </Field>
      <PasswordField
        value={password}
        onChange={setPassword}
        error={fields['password']?.[0]}
        inputRef={passwordInput}
      />
      {isAsked && <CodeField value={code} onChange={setCode} error={fields['code']?.[0]} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={() => void navigate({ to: '/login', search: { next: here } })}>
          {t('Use another account')}
        </Button>
        <Button type="submit" variant="primary" isBusy={enter.isPending}>
          {t('Log in')}
        </Button>
      </div>
    </form>
  );
}
