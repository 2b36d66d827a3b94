import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { t } from '../../lib/i18n/t.ts';

interface NumberFieldProps {
  /** Registration of the form field. */
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** Phone number input of leads and the do-not-call list. */
export function NumberField({ field, error }: NumberFieldProps) {
  return (
    <Field label={t('Phone number')} hint={t('International format, such as +40 721 000 000.')} error={error}>
      {(control) => <Input {...control} {...field} type="tel" autoComplete="off" />}
    </Field>
  );
}
