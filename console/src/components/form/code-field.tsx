import { t } from '../../lib/i18n/t.ts';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  return (
    <Field label={t('Code')} hint={t('From your authenticator app, or a recovery code.')} error={error}>
      {(control) => (
        <Input
          {...control}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
