import * as Radix from '@radix-ui/react-radio-group';
import { t } from '../../lib/i18n/t.ts';
import { PERIODS, type Period } from './periods.ts';

interface PeriodChoiceProps {
  period: Period;
  onChange: (period: Period) => void;
}

export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  const choose = (value: string): void => {
    const chosen = PERIODS.find((one) => String(one) === value);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <Radix.Root
      aria-label={t('Period')}
      value={String(period)}
      onValueChange={choose}
      className="inline-flex rounded-lg border border-line-strong bg-surface p-0.5"
    >
      {PERIODS.map((days) => (
        <Radix.Item
          key={days}
          value={String(days)}
          className="h-8 rounded-md px-3 text-ink-soft text-sm hover:text-ink data-[state=checked]:bg-accent-soft data-[state=checked]:font-medium data-[state=checked]:text-accent-strong"
        >
          {t('{count, plural, one {# day} other {# days}}', { count: days })}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
