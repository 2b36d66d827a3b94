import { classNames } from '../lib/class-names.ts';
import type { LiveState } from '../lib/live/live-changes.ts';

const STATES = {
  live: { text: 'Live', dot: 'bg-good' },
  connecting: { text: 'Connecting…', dot: 'bg-warn' },
  offline: { text: 'Reconnecting…', dot: 'bg-bad' },
} as const;

/** Shows whether the page receives live updates. */
export function LiveBadge({ state }: { state: LiveState }) {
  return (
    <p role="status" className="flex items-center gap-2 px-2.5 py-1 text-ink-soft text-xs">
      <span className={classNames('size-2 rounded-full', STATES[state].dot)} aria-hidden />
      {STATES[state].text}
    </p>
  );
}
