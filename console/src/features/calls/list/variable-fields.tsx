import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { variableNames, variableText } from '../../../components/talk/variable-names.ts';
import type { Assistant } from '../../../data/assistants.ts';

interface VariableFieldsProps {
  /** Its own values are used where nothing is entered. */
  assistant: Assistant;
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}

/** Values for the `{{names}}` of a prompt, in one call. */
export function VariableFields({ assistant, values, onChange }: VariableFieldsProps) {
  const names = variableNames(assistant);
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
              placeholder={variableText(assistant.variables[name])}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
