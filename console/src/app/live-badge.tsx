import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/i18n/t.ts';
import type { LiveState } from '../lib/live/live-changes.ts';

const STATES = {
  live: { text: t('Live'), dot: 'bg-good' },
  connecting: { text: t('Connecting…'), dot: 'bg-warn' },
  offline: { text: t('Reconnecting…'), dot: 'bg-bad' },
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
