import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import { Card } from '../../../components/layout/card.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { callPages } from '../../../data/calls.ts';
import { type Conversation, inboxPages } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isoOfPlain } from '../../../lib/time/plain-timestamp.ts';
import { previewOf, TYPE_WORDS } from '../conversation-words.ts';

const MOST_SHOWN = 8;

/** Other conversations and calls of the same customer, on all channels, by phone number or identifier. */
export function VisitorHistory({ conversation }: { conversation: Conversation }) {
  const { customer_phone: phone, customer_identifier: identifier } = conversation;
  const key = phone ?? identifier;
  if (key === null) {
    return (
      <Card title={t('Earlier contacts')}>
        <p className="text-ink-soft text-sm">{t('This visitor has no phone number or identifier.')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('Earlier contacts')}>
      <div className="grid gap-4">
        <OtherConversations uuid={conversation.id} customer={key} />
        {phone !== null && <Calls phone={phone} />}
      </div>
    </Card>
  );
}

function OtherConversations({ uuid, customer }: { uuid: string; customer: string }) {
  const { data } = useQuery(inboxPages({ customer })(1));
  const others = data?.data.filter(({ id }) => id !== uuid).slice(0, MOST_SHOWN);
  if (others === undefined) return null;
  if (others.length === 0) return <p className="text-ink-soft text-sm">{t('No other conversations.')}</p>;
  return (
    <ul aria-label={t('Other conversations')} className="grid gap-2 text-sm">
      {others.map((item) => (
        <li key={item.id}>
          <Link
            to="/conversations/$uuid"
            params={{ uuid: item.id }}
            className="flex items-baseline justify-between gap-3 rounded-lg px-2 py-1 hover:bg-sunken"
          >
            <span className="min-w-0 truncate">
              <span className="font-medium">{TYPE_WORDS[item.type]}</span>{' '}
              <span dir="auto" className="text-ink-soft">
                {previewOf(item)}
              </span>
            </span>
            <span className="shrink-0 text-ink-soft text-xs">
              <RelativeTime iso={item.last_message?.created_at ?? isoOfPlain(item.updated_at)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Calls({ phone }: { phone: string }) {
  const { data } = useQuery(callPages({ phone_number: phone })(1));
  const calls = data?.data.slice(0, MOST_SHOWN);
  if (calls === undefined) return null;
  if (calls.length === 0) return <p className="text-ink-soft text-sm">{t('No calls.')}</p>;
  return (
    <ul aria-label={t('Calls')} className="grid gap-2 text-sm">
      {calls.map((call) => (
        <li key={call.id}>
          <Link
            to="/calls/$callId"
            params={{ callId: String(call.id) }}
            className="flex items-baseline justify-between gap-3 rounded-lg px-2 py-1 hover:bg-sunken"
          >
            <span className="min-w-0 truncate">
              <span className="font-medium">{t('Call')}</span>{' '}
              <span className="text-ink-soft">{CALL_STATUS_WORDS[call.status].label}</span>
            </span>
            <span className="shrink-0 text-ink-soft text-xs">
              <RelativeTime iso={isoOfPlain(call.created_at)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
