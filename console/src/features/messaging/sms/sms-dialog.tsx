import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type SmsView, smsQuery } from '../../../data/sms.ts';
import { isMissing } from '../../../lib/api/api-error.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { rich } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { SMS_STATUS_TONES, SMS_STATUS_WORDS } from './sms-words.ts';

/** Full text and delivery state of one SMS. */
export function SmsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(smsQuery(id));
  if (isMissing(query.error)) return <GoneDialog onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title="SMS">
      <Loaded query={query}>{(sms) => <WholeSms sms={sms} />}</Loaded>
    </Dialog>
  );
}

function WholeSms({ sms }: { sms: SmsView }) {
  const { body, direction, status, error, from, to, cost, created_at } = sms;
  const details = {
    sender: from,
    recipient: to,
    time: <RelativeTime iso={created_at} />,
    cost: formatMoney(cost),
  };
  return (
    <div className="grid gap-4">
      <p dir="auto" className="whitespace-pre-wrap rounded-lg bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
        {body}
      </p>
      {error !== null && <p className="text-bad text-sm">{translateServerText(error)}</p>}
      <p className="text-ink-soft text-sm">
        {direction === 'outbound'
          ? rich('Sent from {sender} to {recipient}, {time}, {cost}', details)
          : rich('Received from {sender} to {recipient}, {time}, {cost}', details)}{' '}
        <Badge tone={SMS_STATUS_TONES[status]}>{SMS_STATUS_WORDS[status]}</Badge>
      </p>
    </div>
  );
}
