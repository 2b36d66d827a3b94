import type { CallInComponent } from '../../../../../sdk/web/src/react.ts';
import { t } from '../../../lib/i18n/t.ts';
import { ElapsedTime } from './elapsed-time.tsx';

const STATES = {
  idle: '',
  connecting: t('Connecting…'),
  waiting: t('Waiting…'),
  calling: t('Ringing…'),
  ringing: t('Incoming call'),
  live: t('Connected'),
  reconnecting: t('Reconnecting…'),
  ended: t('Ended'),
} as const;

/** State and duration of a call. */
export function CallState({ call }: { call: CallInComponent }) {
  const { state, startedAtMs, endedAtMs, end } = call;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span role="status" className="font-medium">
        {end === null ? STATES[state] : end.message}
      </span>
      {startedAtMs !== null && <ElapsedTime sinceMs={startedAtMs} untilMs={endedAtMs} />}
    </p>
  );
}
