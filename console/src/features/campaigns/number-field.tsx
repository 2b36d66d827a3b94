import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';

interface NumberFieldProps {
  /** What the form knows it by. */
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** Whom campaigns call, or never do. */
export function NumberField({ field, error }: NumberFieldProps) {
  return (
    <Field label="Phone number" hint="In international format, such as +40 721 000 000." error={error}>
      {(control) => <Input {...control} {...field} type="tel" autoComplete="off" />}
    </Field>
  );
}
