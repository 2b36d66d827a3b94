import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import { Loaded } from '../../../components/feedback/states.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type LeadCall, leadCallsQuery } from '../../../data/leads.ts';
import { formatDuration, formatMoney } from '../../../lib/format/format.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { callPath } from '../paths.ts';

/** Call attempts to a lead, newest first. */
export function LeadCalls({ leadId }: { leadId: number }) {
  const calls = useQuery(leadCallsQuery(leadId));
  return (
    <Loaded query={calls}>
      {(all) =>
        all.length === 0 ? (
          <p className="text-ink-soft text-sm">{t('Not called yet.')}</p>
        ) : (
          <ul className="grid gap-1">
            {all.map((call) => (
              <LeadCallRow key={call.id} call={call} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function LeadCallRow({ call }: { call: LeadCall }) {
  const { id, client_phone_number, status, answered_by, voicemail_left, duration, total_cost, created_at } =
    call;
  const { label, tone } = CALL_STATUS_WORDS[status];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b py-1.5 text-sm last:border-b-0">
      <span>
        {rich('<link>Call {id}</link> to {number}', {
          id,
          number: <span className="tabular-nums">{client_phone_number}</span>,
          link: (content) => (
            <Link to={callPath(id)} className="font-medium text-accent-strong underline">
              {content}
            </Link>
          ),
        })}
      </span>
      <Badge tone={tone}>
        {voicemail_left ? t('Voicemail left') : answered_by === 'machine' ? t('Voicemail') : label}
      </Badge>
      <span className="text-ink-soft">
        <RelativeTime iso={created_at} />
        {duration > 0 && ` · ${formatDuration(duration)}`}
        {total_cost > 0 && ` · ${formatMoney(total_cost)}`}
      </span>
    </li>
  );
}
