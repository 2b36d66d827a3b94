import type { FieldErrors } from '#contract/validation.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import type { Carrier } from '../sender-words.ts';

interface CredentialFieldsProps {
  carrier: Carrier;
  values: Readonly<Record<string, string>>;
  /** Errors of the last request. */
  errors: FieldErrors;
  onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Credentials of the sender's account at the carrier. */
export function CredentialFields({ carrier, values, errors, onChange }: CredentialFieldsProps) {
  return carrier.credentials.map(({ name, label, hint, isSecret }) => (
    <Field key={name} label={label} hint={hint} error={errors[`credentials.${name}`]?.[0]}>
      {(control) => (
        <Input
          {...control}
          type={isSecret === true ? 'password' : 'text'}
          autoComplete="off"
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        />
      )}
    </Field>
  ));
}
