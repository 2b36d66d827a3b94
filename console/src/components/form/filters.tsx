import { useId } from 'react';
import { isReversed, REVERSED_DAYS } from '../../lib/time/day-range.ts';
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

interface DaysFilterProps {
  /** Of the first day and of the last one. */
  labels: readonly [string, string];
  /** `YYYY-MM-DD` */
  from: string | undefined | null;
  to: string | undefined | null;
  onFrom: (day: string | undefined) => void;
  onTo: (day: string | undefined) => void;
}

/** Narrows a list to what was between two days; for a grid of filters, below which it says what is wrong with them. */
export function DaysFilter({ labels: [first, last], from, to, onFrom, onTo }: DaysFilterProps) {
  const id = useId();
  const wrong = isReversed({ date_from: from, date_to: to }) ? id : undefined;
  return (
    <>
      <DayFilter label={first} day={from} wrong={wrong} onChange={onFrom} />
      <DayFilter label={last} day={to} wrong={wrong} onChange={onTo} />
      {/* Below the row, so that no field of it moves. */}
      <p id={id} aria-live="polite" className="col-span-full text-bad text-sm empty:sr-only">
        {wrong !== undefined && REVERSED_DAYS}
      </p>
    </>
  );
}

interface DayFilterProps {
  label: string;
  day: string | undefined | null;
  /** The id of what says why it is wrong; undefined: nothing is. */
  wrong: string | undefined;
  onChange: (day: string | undefined) => void;
}

function DayFilter({ label, day, wrong, onChange }: DayFilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={wrong}
          type="date"
          className="px-2"
          value={day ?? ''}
          onChange={({ target: { value } }) => onChange(value === '' ? undefined : value)}
        />
      )}
    </Field>
  );
}
