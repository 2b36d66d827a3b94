import { CalendarX2 } from 'lucide-react';
import { EmptyState } from './states.tsx';

/** In the place of what lies between two days that are the wrong way round. */
export function ReversedDays() {
  return (
    <EmptyState
      icon={<CalendarX2 />}
      title="No day lies between these two"
      text="The second day is before the first. Change one of them, and what happened between them is shown here."
    />
  );
}
