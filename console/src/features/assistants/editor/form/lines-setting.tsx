import { Field } from '../../../../components/form/field.tsx';
import { TextArea } from '../../../../components/form/input.tsx';
import { useSetting } from './use-setting.ts';

interface LinesSettingProps {
  path: string;
  label: string;
  hint: string;
  placeholder?: string;
}

/** A list of texts, one a line; empty lines are left out when one goes on. */
export function LinesSetting({ path, label, hint, placeholder }: LinesSettingProps) {
  const { value, set, onBlur, ref, innerError } = useSetting(path);
  const lines = Array.isArray(value) ? value.map(String) : [];
  return (
    <Field label={label} error={innerError} hint={hint}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          rows={3}
          placeholder={placeholder}
          value={lines.join('\n')}
          onChange={(event) => set(event.target.value === '' ? [] : event.target.value.split('\n'))}
          onBlur={() => {
            set(lines.map((line) => line.trim()).filter(Boolean));
            onBlur();
          }}
        />
      )}
    </Field>
  );
}
