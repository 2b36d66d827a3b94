import type { CallInComponent } from '../../../../../sdk/web/src/react.ts';
import { ElapsedTime } from './elapsed-time.tsx';

const STATES = {
  idle: '',
  connecting: 'Connecting…',
  waiting: 'Waiting…',
  calling: 'Ringing…',
  ringing: 'Incoming call',
  live: 'Connected',
  reconnecting: 'Reconnecting…',
  ended: 'Ended',
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
