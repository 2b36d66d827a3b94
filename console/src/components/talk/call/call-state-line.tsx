import type { CallView } from '../../../lib/call/call-state.ts';
import { ElapsedTime } from './elapsed-time.tsx';

const PHASES = {
  connecting: 'Connecting…',
  waiting: 'Waiting…',
  calling: 'Ringing…',
  ringing: 'Incoming call',
  live: 'Connected',
  ended: 'Ended',
} as const;

/** State and duration of a call. */
export function CallState({ view }: { view: CallView }) {
  const { phase, isReconnecting, answeredAtMs, endedAtMs, endReason } = view;
  const phaseText = isReconnecting ? 'Reconnecting…' : PHASES[phase];
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span role="status" className="font-medium">
        {phase === 'ended' ? endReason : phaseText}
      </span>
      {answeredAtMs !== null && <ElapsedTime sinceMs={answeredAtMs} untilMs={endedAtMs} />}
    </p>
  );
}
