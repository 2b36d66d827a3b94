import type { z } from 'zod';
import type { deliveryAttempt } from '#contract/webhooks.ts';
import { formatDateTime, formatMilliseconds } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';
import { Badge } from '../badge.tsx';
import { JsonBlock } from '../json-block.tsx';

type Attempt = z.output<typeof deliveryAttempt>;

/** The attempts of a webhook delivery: time, status and duration. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className="text-ink-soft text-sm">{t('No attempts yet.')}</p>;
  return (
    <ol className="grid gap-3">
      {attempts.map((attempt) => (
        <li key={attempt.number} className="grid gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="font-medium">{t('Attempt {number}', { number: attempt.number })}</span>
            <Badge tone={attempt.reason === null ? 'good' : 'bad'}>
              {attempt.status_code === null
                ? t('No response')
                : t('Status {code}', { code: attempt.status_code })}
            </Badge>
            <span className="text-ink-soft">
              {t('{time}, after {duration}', {
                time: formatDateTime(attempt.started_at),
                duration: formatMilliseconds(
                  Date.parse(attempt.finished_at) - Date.parse(attempt.started_at),
                ),
              })}
            </span>
          </p>
          {attempt.reason !== null && (
            <p className="text-bad text-sm">{translateServerText(attempt.reason)}</p>
          )}
          {attempt.response_body !== '' && (
            <JsonBlock
              label={t('Response to attempt {number}', { number: attempt.number })}
              value={attempt.response_body}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
