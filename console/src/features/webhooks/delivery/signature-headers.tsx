import { Link } from '@tanstack/react-router';
import { Card, Facts } from '../../../components/layout/card.tsx';

/** The headers by which a server knows that a webhook is ours. @param deliveryId null: of any webhook */
export function SignatureHeaders({ deliveryId }: { deliveryId: string | null }) {
  return (
    <Card
      title="Headers of each attempt"
      text="As Standard Webhooks says; its libraries check them in every language."
    >
      <Facts
        facts={[
          [
            'webhook-id',
            deliveryId === null ? (
              'Names the delivery, the same over all its attempts: what came twice is one.'
            ) : (
              <code key="id" className="break-all text-xs">
                {deliveryId}
              </code>
            ),
          ],
          [
            'webhook-timestamp',
            'Seconds since 1970, of the attempt. Refuse what is older than five minutes.',
          ],
          [
            'webhook-signature',
            'v1, and the HMAC-SHA256 of id.timestamp.body in Base64; during a rotation two of them, separated by a space.',
          ],
        ]}
      />
      {deliveryId !== null && (
        <p className="mt-3 text-sm">
          <Link to="/webhooks" search={{ tab: 'secret' }} className="text-accent-strong underline">
            The secret and how to check a signature
          </Link>
        </p>
      )}
    </Card>
  );
}
