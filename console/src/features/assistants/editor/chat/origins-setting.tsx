import { Field } from '../../../../components/form/field.tsx';
import { TextArea } from '../../../../components/form/input.tsx';
import { useSetting } from '../form/use-setting.ts';

/** Sites that may show the widget, one a line. */
export function OriginsSetting() {
  const { value, set, onBlur, ref, innerError } = useSetting('widget_settings.allowed_origins');
  const lines = Array.isArray(value) ? value.map(String) : [];
  return (
    <Field
      label="Sites that may use it"
      error={innerError}
      hint="One origin a line, such as https://shop.example. Empty: every site may."
    >
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          rows={3}
          placeholder="https://shop.example"
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
