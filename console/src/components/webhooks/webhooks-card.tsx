import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRights } from '../../data/rights.ts';
import {
  attemptsQuery,
  type Delivery,
  deliveriesOfQuery,
  resendWebhook,
  type Subject,
} from '../../data/webhook-subjects.ts';
import { t } from '../../lib/i18n/t.ts';
import { randomId } from '../../lib/random-id.ts';
import { Button } from '../button.tsx';
import { Loaded } from '../feedback/states.tsx';
import { showError, showSuccess } from '../feedback/toast-store.ts';
import { JsonBlock } from '../json-block.tsx';
import { Card } from '../layout/card.tsx';
import { RelativeTime } from '../relative-time.tsx';
import { AttemptList } from './attempt-list.tsx';
import { DeliveryStatus } from './delivery-status.tsx';

interface WebhooksCardProps {
  subject: Subject;
  /** Id of the delivery whose attempts are shown; stored in the URL. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** The webhook deliveries of a call or conversation, for roles that may read webhooks. */
export function WebhooksCard(props: WebhooksCardProps) {
  const mayRead = useRights().mayRead('Webhooks');
  return (
    <Card title={t('Webhooks')} text={t('Deliveries to your server and its responses.')}>
      {mayRead ? (
        <DeliveryList {...props} />
      ) : (
        <p className="text-ink-soft text-sm">{t('Only admins can see webhooks.')}</p>
      )}
    </Card>
  );
}

function DeliveryList({ subject, opened, onOpen }: WebhooksCardProps) {
  const deliveries = useQuery(deliveriesOfQuery(subject));
  return (
    <Loaded query={deliveries}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-ink-soft text-sm">
            {t(
              'No webhooks sent. Set a webhook URL in the assistant to be notified when a call or conversation ends.',
            )}
          </p>
        ) : (
          <ul className="grid gap-3">
            {data.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                isOpen={delivery.id === opened}
                onToggle={() => onOpen(delivery.id === opened ? undefined : delivery.id)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

interface DeliveryItemProps {
  delivery: Delivery;
  isOpen: boolean;
  onToggle: () => void;
}

function DeliveryItem({ delivery, isOpen, onToggle }: DeliveryItemProps) {
  return (
    <li className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <DeliveryStatus status={delivery.status} />
        <span className="font-mono text-xs">{delivery.event}</span>
        <span className="min-w-0 break-all text-ink-soft text-sm">{delivery.url}</span>
        <span className="text-ink-soft text-sm">
          <RelativeTime iso={delivery.created_at} />
        </span>
        <div className="ml-auto flex gap-2">
          <Resend delivery={delivery} />
          <Button size="small" aria-expanded={isOpen} onClick={onToggle}>
            {t('{count, plural, one {# attempt} other {# attempts}}', { count: delivery.attempt_count })}
          </Button>
        </div>
      </div>
      {isOpen && <DeliveryAttempts id={delivery.id} />}
    </li>
  );
}

function DeliveryAttempts({ id }: { id: string }) {
  const detail = useQuery(attemptsQuery(id));
  return (
    <div className="grid gap-4 border-line border-t p-4">
      <Loaded query={detail}>
        {({ attempts, payload }) => (
          <>
            <AttemptList attempts={attempts} />
            <JsonBlock label={t('Payload')} value={payload} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Resend({ delivery }: { delivery: Delivery }) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => resendWebhook(delivery.id, randomId()),
    onSuccess: () => {
      showSuccess(t('Webhook queued for resending.'));
      return queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: showError,
  });
  return (
    <Button size="small" icon={<Send />} isBusy={send.isPending} onClick={() => send.mutate()}>
      {t('Resend')}
    </Button>
  );
}
