import { formatDuration } from '../../../lib/format/format.ts';
import { useNow } from '../../../lib/time/use-now.ts';

/** Elapsed time, updated every second. */
export function RunningTime({ since }: { since: string }) {
  const now = useNow(1_000);
  return (
    <span className="text-ink-soft text-sm tabular-nums">
      {formatDuration((now - new Date(since).getTime()) / 1000)}
    </span>
  );
}
