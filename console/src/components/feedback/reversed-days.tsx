import { CalendarX2 } from 'lucide-react';
import { EmptyState } from './states.tsx';

/** Replaces results when the last day is before the first. */
export function ReversedDays() {
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title="Invalid date range"
      text="The end date is before the start date. Change one of them to see results."
    />
  );
}
