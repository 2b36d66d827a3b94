import { useId } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { isReversed, REVERSED_DAYS } from '../../lib/time/day-range.ts';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import type { Option } from './options.ts';
import { Select } from './select.tsx';

interface ChoiceFilterProps {
  label: string;
  value: string | null | undefined;
  options: readonly Option[];
  /** Called with null for all kinds. */
  onChange: (value: string | null) => void;
}

/** Filters a list by one of several kinds. */
export function ChoiceFilter({ label, value, options, onChange }: ChoiceFilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? null}
          options={options}
          emptyLabel={t('All')}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

const DAYS = [t('From', undefined, 'date'), t('To', undefined, 'date')] as const;

interface DaysFilterProps {
  /** Labels of the first and the last day. */
  /** `From` and `To` if absent. */
  labels?: readonly [string, string];
  /** `YYYY-MM-DD` */
  from: string | undefined | null;
  to: string | undefined | null;
  onFrom: (day: string | undefined) => void;
  onTo: (day: string | undefined) => void;
}

/** Filters a list by days. Belongs in a grid of filters, and shows its error below the row. */
export function DaysFilter({ labels = DAYS, from, to, onFrom, onTo }: DaysFilterProps) {
  const [first, last] = labels;
  const id = useId();
  const wrong = isReversed({ date_from: from, date_to: to }) ? id : undefined;
  return (
    <>
      <DayFilter label={first} day={from} wrong={wrong} onChange={onFrom} />
      <DayFilter label={last} day={to} wrong={wrong} onChange={onTo} />
      {/* Below the row, so that the fields don't move. */}
      <p id={id} aria-live="polite" className="col-span-full text-bad text-sm empty:sr-only">
        {wrong !== undefined && REVERSED_DAYS}
      </p>
    </>
  );
}

interface DayFilterProps {
  label: string;
  day: string | undefined | null;
  /** Id of the element with the error message; undefined if the days are valid. */
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
