import { Link } from '@tanstack/react-router';
import { Card } from '../../../components/layout/card.tsx';
import type { Call } from '../../../data/calls.ts';

const REASONS = {
  unanswered: 'Nobody answered, so there was nothing to record.',
  off: 'It was not recorded: its assistant was not set to record when the call began.',
  empty: 'It was over before anything was recorded.',
} as const;

/** Why a call that is over cannot be heard again, and where that is changed for the next ones. */
export function NoRecording({ call: { recording_state, assistant_id } }: { call: Call }) {
  if (recording_state === 'kept' || recording_state === 'running') return null;
  return (
    <Card title="Recording">
      <p className="text-ink-soft">
        {REASONS[recording_state]}{' '}
        {recording_state === 'off' && assistant_id !== null && (
          <Link
            to="/assistants/$assistantId"
            params={{ assistantId: String(assistant_id) }}
            search={{ tab: 'call' }}
            className="text-ink underline decoration-line-strong underline-offset-2"
          >
            Recording is switched on under its call rules
          </Link>
        )}
      </p>
    </Card>
  );
}
