import type { Ref } from 'react';
import { Field } from '../../components/form/field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { t } from '../../lib/i18n/t.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** The current password, with autocomplete for password managers. */
export function PasswordField({ value, onChange, error, inputRef }: PasswordFieldProps) {
  return (
    <Field label={t('Password')} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete="current-password"
          ref={inputRef}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
