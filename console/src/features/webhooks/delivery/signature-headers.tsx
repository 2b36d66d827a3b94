import { Link } from '@tanstack/react-router';
import { Card, Facts } from '../../../components/layout/card.tsx';
import { t } from '../../../lib/i18n/t.ts';

/** Signature headers of a webhook. @param deliveryId null for a general description */
export function SignatureHeaders({ deliveryId }: { deliveryId: string | null }) {
  return (
    <Card
      title={t('Signature headers')}
      text={t('Follows Standard Webhooks, which has libraries for many languages.')}
    >
      <Facts
        facts={[
          [
            'webhook-id',
            deliveryId === null ? (
              t('ID of the delivery, the same for all attempts. Use it to ignore duplicates.')
            ) : (
              <code key="id" className="break-all text-xs">
                {deliveryId}
              </code>
            ),
          ],
          [
            'webhook-timestamp',
            t('Unix time of the attempt, in seconds. Reject webhooks older than five minutes.'),
          ],
          [
            'webhook-signature',
            t(
              '“v1,” and the Base64 HMAC-SHA256 of id.timestamp.body. During a rotation, two signatures separated by a space.',
            ),
          ],
        ]}
      />
      {deliveryId !== null && (
        <p className="mt-3 text-sm">
          <Link to="/webhooks" search={{ tab: 'secret' }} className="text-accent-strong underline">
            {t('Show the signing secret and how to verify signatures')}
          </Link>
        </p>
      )}
    </Card>
  );
}
