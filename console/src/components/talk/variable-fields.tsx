import { Field } from '../form/field.tsx';
import { Input } from '../form/input.tsx';
import { variableText } from './variable-names.ts';

interface VariableFieldsProps {
  /** Title: `Variables of this call`. */
  legend: string;
  names: readonly string[];
  /** Default values. */
  known: Readonly<Record<string, unknown>>;
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}

/** Fields for the `{{names}}` of a prompt; renders nothing if it has none. */
export function VariableFields({ legend, names, known, values, onChange }: VariableFieldsProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium text-sm">{legend}</legend>
      {names.map((name) => (
        <Field key={name} label={name}>
          {(control) => (
            <Input
              {...control}
              value={values[name] ?? ''}
              placeholder={variableText(known[name])}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

/** The non-blank values entered for these variables. */
export function enteredVariables(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => names.includes(name) && value.trim() !== ''),
  );
}
