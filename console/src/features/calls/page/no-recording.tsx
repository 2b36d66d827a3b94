import { Link } from '@tanstack/react-router';
import { Card } from '../../../components/layout/card.tsx';
import type { Call } from '../../../data/calls.ts';

const REASONS = {
  unanswered: 'Not recorded: the call was not answered.',
  off: 'Not recorded: recording was off for this assistant.',
  empty: 'Not recorded: the call ended before any audio arrived.',
} as const;

/** Why a finished call has no recording, with a link to the setting. */
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
            Turn on recording
          </Link>
        )}
      </p>
    </Card>
  );
}
