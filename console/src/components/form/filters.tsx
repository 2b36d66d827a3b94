import { Field } from './field.tsx';
import { Input } from './input.tsx';
import type { Option } from './options.ts';
import { Select } from './select.tsx';

interface ChoiceFilterProps {
  label: string;
  value: string | null | undefined;
  options: readonly Option[];
  /** Null: all. */
  onChange: (value: string | null) => void;
}

/** Narrows a list to one of several kinds. */
export function ChoiceFilter({ label, value, options, onChange }: ChoiceFilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value ?? null} options={options} emptyLabel="All" onChange={onChange} />
      )}
    </Field>
  );
}

interface DayFilterProps {
  label: string;
  /** `YYYY-MM-DD` */
  day: string | undefined | null;
  onChange: (day: string | undefined) => void;
}

/** Narrows a list to what was before or after a day. */
export function DayFilter({ label, day, onChange }: DayFilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="date"
          className="px-2"
          value={day ?? ''}
          onChange={({ target: { value } }) => onChange(value === '' ? undefined : value)}
        />
      )}
    </Field>
  );
}
