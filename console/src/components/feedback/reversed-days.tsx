import { CalendarX2 } from 'lucide-react';
import { t } from '../../lib/i18n/t.ts';
import { EmptyState } from './states.tsx';

/** Replaces results when the last day is before the first. */
export function ReversedDays() {
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title={t('Invalid date range')}
      text={t('The end date is before the start date. Change one of them to see results.')}
    />
  );
}
