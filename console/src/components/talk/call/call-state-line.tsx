import type { CallView } from '../../../lib/call/call-state.ts';
import { ElapsedTime } from './elapsed-time.tsx';

const PHASES = {
  connecting: 'Connecting…',
  waiting: 'Waiting…',
  calling: 'It rings…',
  ringing: 'Rings',
  live: 'In the call',
  ended: 'Ended',
} as const;

/** How a call stands, and for how long it lasts. */
export function CallState({ view }: { view: CallView }) {
  const { phase, answeredAtMs, endedAtMs, endReason } = view;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span role="status" className="font-medium">
        {phase === 'ended' ? endReason : PHASES[phase]}
      </span>
      {answeredAtMs !== null && <ElapsedTime sinceMs={answeredAtMs} untilMs={endedAtMs} />}
    </p>
  );
}
