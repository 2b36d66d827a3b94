import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { CodeField } from '../../components/form/code-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { confirmSecondFactor, type Setup, setUpSecondFactor } from '../../data/second-factor.ts';
import { describeError, fieldErrors } from '../../lib/api/api-error.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The steps of the setup: password, QR code and first code, recovery codes. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const finish = async (): Promise<void> => {
    await queries.invalidateQueries();
    onDone();
  };
  if (codes !== null) {
    return (
      <div className="grid gap-5">
        <RecoveryCodes codes={codes} />
        <div>
          <Button variant="primary" onClick={() => void finish()}>
            {t('Done', undefined, 'button')}
          </Button>
        </div>
      </div>
    );
  }
  if (setup === null) return <PasswordStep onSetup={setSetup} />;
  return <ScanStep setup={setup} onCodes={setCodes} />;
}

function PasswordStep({ onSetup }: { onSetup: (setup: Setup) => void }) {
  const [password, setPassword] = useState('');
  const begin = useMutation({ mutationFn: () => setUpSecondFactor(password), onSuccess: onSetup });
  return (
    <StepForm
      error={begin.error}
      action={t('Continue')}
      isBusy={begin.isPending}
      onSubmit={() => begin.mutate()}
    >
      <Field label={t('Password')} error={fieldErrors(begin.error)['password']?.[0]}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </StepForm>
  );
}

function ScanStep({ setup, onCodes }: { setup: Setup; onCodes: (codes: string[]) => void }) {
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: () => confirmSecondFactor(code), onSuccess: onCodes });
  return (
    <StepForm
      error={confirm.error}
      action={t('Turn on second factor')}
      isBusy={confirm.isPending}
      onSubmit={() => confirm.mutate()}
    >
      <p>
        {t('Scan this code with an authenticator app, such as Aegis, Google Authenticator or 1Password.')}
      </p>
      <QrCode text={setup.url} label={t('QR code for your authenticator app')} />
      <p className="text-ink-soft text-sm">
        {rich('Or enter this key in the app: {key}', {
          key: <code className="break-all font-mono text-ink">{setup.secret}</code>,
        })}
      </p>
      <CodeField value={code} onChange={setCode} error={fieldErrors(confirm.error)['code']?.[0]} />
    </StepForm>
  );
}

interface StepFormProps {
  error: unknown;
  action: string;
  isBusy: boolean;
  onSubmit: () => void;
  children: React.ReactNode;
}

function StepForm({ error, action, isBusy, onSubmit, children }: StepFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {error && Object.keys(fieldErrors(error)).length === 0 ? (
        <div role="alert">
          <Callout kind="bad">{describeError(error)}</Callout>
        </div>
      ) : null}
      {children}
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
