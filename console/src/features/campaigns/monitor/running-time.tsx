import { useEffect, useState } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';

/** How long something has been going on, second by second. */
export function RunningTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-ink-soft text-sm tabular-nums">
      {formatDuration((now - new Date(since).getTime()) / 1000)}
    </span>
  );
}
