import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';

interface VariableFieldsProps {
  /** The assistant's own, used where nothing is entered. */
  defaults: Readonly<Record<string, unknown>>;
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}

/** Values for the `{{names}}` of a prompt, in one call. */
export function VariableFields({ defaults, values, onChange }: VariableFieldsProps) {
  const names = Object.keys(defaults);
  if (names.length === 0) return null;
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium text-sm">Variables of this call</legend>
      {names.map((name) => (
        <Field key={name} label={name}>
          {(control) => (
            <Input
              {...control}
              value={values[name] ?? ''}
              placeholder={placeholderOf(defaults[name])}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

function placeholderOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
