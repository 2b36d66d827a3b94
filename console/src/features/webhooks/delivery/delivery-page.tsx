import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { JsonBlock } from '../../../components/json-block.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { AttemptList } from '../../../components/webhooks/attempt-list.tsx';
import { DeliveryStatus } from '../../../components/webhooks/delivery-status.tsx';
import { attemptsQuery } from '../../../data/webhook-subjects.ts';
import type { WebhookDeliveryDetail } from '../../../data/webhooks.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { ResendButton } from './resend-button.tsx';
import { SignatureHeaders } from './signature-headers.tsx';
import { subjectLink } from './subject-link.ts';

export function DeliveryPage() {
  const { deliveryId } = useParams({ from: '/console/webhooks/$deliveryId' });
  const delivery = useQuery(attemptsQuery(deliveryId));
  return (
    <Page
      title={delivery.data?.event ?? t('Webhook')}
      trail={
        <Link to="/webhooks" className="hover:underline">
          {t('Webhooks')}
        </Link>
      }
      actions={
        delivery.data && (
          <>
            <DeliveryStatus status={delivery.data.status} />
            <ResendButton delivery={delivery.data} />
          </>
        )
      }
    >
      <Loaded query={delivery}>{(data) => <DeliveryDetails delivery={data} />}</Loaded>
    </Page>
  );
}

function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-5">
        <Card title={t('Attempts')} text={whatNext(delivery)}>
          <div aria-live="polite">
            <AttemptList attempts={delivery.attempts.toReversed()} />
          </div>
        </Card>
        <Card
          title={t('Payload')}
          actions={<CopyButton text={delivery.payload} label={t('Copy payload')} size="small" />}
        >
          <JsonBlock label={t('Body, formatted for display')} value={delivery.payload} />
        </Card>
      </div>
      <div className="grid content-start gap-5">
        <Card title={t('Delivery')}>
          <DeliveryFacts delivery={delivery} />
        </Card>
        <SignatureHeaders deliveryId={delivery.id} />
      </div>
    </div>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { id, event, subject_id, url, created_at, finished_at, next_attempt_at } = delivery;
  const link = subjectLink(event, subject_id);
  return (
    <Facts
      facts={[
        [
          'ID',
          <code key="id" className="break-all text-xs">
            {id}
          </code>,
        ],
        [
          t('Subject'),
          link === null ? (
            subject_id
          ) : (
            <Link key="subject" to={link.to} className="text-accent-strong underline">
              {link.label}
            </Link>
          ),
        ],
        [
          t('Sent to'),
          <span key="url" className="break-all">
            {url}
          </span>,
        ],
        [t('Created'), formatDateTime(created_at)],
        ...(next_attempt_at === null
          ? []
          : ([[t('Next attempt'), <RelativeTime key="next" iso={next_attempt_at} />]] as const)),
        ...(finished_at === null ? [] : ([[t('Finished'), formatDateTime(finished_at)]] as const)),
      ]}
    />
  );
}

function whatNext({ status }: WebhookDeliveryDetail): string {
  return WHAT_NEXT[status];
}

const WHAT_NEXT: Record<WebhookDeliveryDetail['status'], string> = {
  pending: t('Retried automatically, up to 13 times in about three days.'),
  held: t('The endpoint is disabled. Enable it to send this webhook.'),
  delivered: t('Accepted by your server with a 2xx status.'),
  failed: t('All attempts failed. Fix your server, then resend.'),
};
