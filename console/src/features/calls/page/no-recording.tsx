import { Link } from '@tanstack/react-router';
import { Card } from '../../../components/layout/card.tsx';
import type { Call } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';

const REASONS = {
  unanswered: t('Not recorded: the call was not answered.'),
  off: t('Not recorded: recording was off for this assistant.'),
  empty: t('Not recorded: the call ended before any audio arrived.'),
} as const;

/** Why a finished call has no recording, with a link to the setting. */
export function NoRecording({ call: { recording_state, assistant_id } }: { call: Call }) {
  if (recording_state === 'kept' || recording_state === 'running') return null;
  return (
    <Card title={t('Recording')}>
      <p className="text-ink-soft">
        {REASONS[recording_state]}{' '}
        {recording_state === 'off' && assistant_id !== null && (
          <Link
            to="/assistants/$assistantId"
            params={{ assistantId: String(assistant_id) }}
            search={{ tab: 'call' }}
            className="text-ink underline decoration-line-strong underline-offset-2"
          >
            {t('Turn on recording')}
          </Link>
        )}
      </p>
    </Card>
  );
}
