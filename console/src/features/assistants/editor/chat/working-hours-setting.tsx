import { WEEKDAYS } from '#contract/campaigns.ts';
import type { WidgetSettings } from '#contract/widget-settings.ts';
import { Input } from '../../../../components/form/input.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { WEEKDAY_NAMES } from '../../../../lib/time/weekday-names.ts';
import { ErrorText } from '../form/error-text.tsx';
import { useSetting } from '../form/use-setting.ts';

type Hours = WidgetSettings['working_hours'];

const FIRST = { opens: '09:00', closes: '17:00' };

/** Opening and closing time of each day. */
export function WorkingHoursSetting() {
  const { value, set, onBlur, innerError } = useSetting('widget_settings.working_hours');
  const hours = asHours(value);
  const change = (day: Hours[number]['day'], next: Partial<Hours[number]> | null): void => {
    const before = hours.find((one) => one.day === day) ?? { day, ...FIRST };
    const others = hours.filter((one) => one.day !== day);
    const all = next === null ? others : [...others, { ...before, ...next }];
    set(WEEKDAYS.flatMap((name) => all.filter((one) => one.day === name)));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{t('Working hours')}</legend>
      <div className="grid gap-2">
        {WEEKDAYS.map((day) => {
          const open = hours.find((one) => one.day === day);
          return (
            <div key={day} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
              <label className="flex w-32 items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  checked={open !== undefined}
                  onChange={() => change(day, open === undefined ? {} : null)}
                  className="size-6 shrink-0 accent-accent sm:size-4"
                />
                {WEEKDAY_NAMES[day]}
              </label>
              {open !== undefined && (
                <span className="flex items-center gap-2">
                  <Time
                    label={t('{day} opens', { day: WEEKDAY_NAMES[day] })}
                    value={open.opens}
                    onBlur={onBlur}
                    onChange={(opens) => change(day, { opens })}
                  />
                  <span aria-hidden>–</span>
                  <Time
                    isClosing
                    label={t('{day} closes', { day: WEEKDAY_NAMES[day] })}
                    value={open.closes}
                    onBlur={onBlur}
                    onChange={(closes) => change(day, { closes })}
                  />
                </span>
              )}
            </div>
          );
        })}
      </div>
      <ErrorText text={innerError} />
      <p className="mt-1.5 text-ink-soft text-sm">
        {t('In the assistant’s time zone. If no day is selected, the widget is always open.')}
      </p>
    </fieldset>
  );
}

/** Midnight at the end of a day is 24:00 in the settings and 00:00 in browsers. */
function Time({
  isClosing = false,
  label,
  value,
  onChange,
  onBlur,
}: {
  isClosing?: boolean;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}) {
  return (
    <Input
      type="time"
      aria-label={label}
      className="w-28"
      value={isClosing && value === '24:00' ? '00:00' : value}
      onBlur={onBlur}
      onChange={({ target }) => onChange(isClosing && target.value === '00:00' ? '24:00' : target.value)}
    />
  );
}

/** The form holds what the server sent, or what this control has set. */
function asHours(value: unknown): Hours {
  return Array.isArray(value) ? value : [];
}
