import { useId } from 'react';
import { atTheField } from '../../../lib/forms/at-the-field.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { SHORT_WEEKDAY_NAMES, WEEKDAY_NAMES } from '../../../lib/time/weekday-names.ts';
import { DAYS, type Weekday } from './week-windows.ts';

interface DayChoiceProps {
  days: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
  error: string | undefined;
}

/** Checkboxes for the days on which calling hours start. */
export function DayChoice({ days, onChange, error }: DayChoiceProps) {
  const id = useId();
  const toggle = (day: Weekday): void => {
    onChange(DAYS.filter((name) => (name === day ? !days.includes(name) : days.includes(name))));
  };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('Calling days')}</legend>
      <div className="flex flex-wrap gap-2">
        {DAYS.map((day) => (
          <label
            key={day}
            className="flex h-9 items-center gap-2 rounded-lg border border-line-strong bg-surface px-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              aria-label={WEEKDAY_NAMES[day]}
              checked={days.includes(day)}
              onChange={() => toggle(day)}
              className="size-4 accent-accent"
            />
            <span>{SHORT_WEEKDAY_NAMES[day]}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-bad text-sm">
          {translateServerText(atTheField(error))}
        </p>
      )}
    </fieldset>
  );
}
