import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { CallItem } from '../../../data/calls.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

interface CallsCardProps {
  number: string;
  calls: { data: CallItem[] | undefined; error: unknown; refetch: () => unknown };
}

/** Calls of the selected customer. */
export function CallsCard({ number, calls }: CallsCardProps) {
  return (
    <Card
      title={t('Calls with this customer')}
      actions={
        <Link to="/calls" search={{ phone_number: number }} className="text-accent-strong text-sm underline">
          {t('View all')}
        </Link>
      }
    >
      <Loaded query={calls}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-ink-soft text-sm">{t('No calls yet.')}</p>
          ) : (
            <ul className="grid grid-cols-1 gap-2">
              {list.map((call) => (
                <li key={call.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  <Link
                    to="/calls/$callId"
                    params={{ callId: String(call.id) }}
                    className="font-medium text-accent-strong underline"
                  >
                    {directionOf(call.type === 'inbound', call.assistant_name)}
                  </Link>
                  <Badge tone={CALL_STATUS_WORDS[call.status].tone}>
                    {CALL_STATUS_WORDS[call.status].label}
                  </Badge>
                  <span className="text-ink-soft tabular-nums">
                    {formatDuration(call.duration)}, <RelativeTime iso={call.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function directionOf(isToAssistant: boolean, name: string | null): string {
  if (isToAssistant) return name === null ? t('To a deleted assistant') : t('To {name}', { name });
  return name === null ? t('From a deleted assistant') : t('From {name}', { name });
}
