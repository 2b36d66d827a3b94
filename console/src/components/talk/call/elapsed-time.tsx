import { useEffect, useState } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';

/** Duration of a call; stops at its end. */
export function ElapsedTime({ sinceMs, untilMs }: { sinceMs: number; untilMs: number | null }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs !== null) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return <span className="tabular-nums">{formatDuration(((untilMs ?? nowMs) - sinceMs) / 1000)}</span>;
}
