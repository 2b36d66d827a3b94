import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../../components/feedback/callout.tsx';
import { rotationQuery } from '../../../data/webhooks.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { useNow } from '../../../lib/time/use-now.ts';

/** While a secret that was replaced still signs: until when, and what is to be done by then. */
export function OldSecret() {
  const { data: until = null } = useQuery(rotationQuery);
  const now = useNow(30_000);
  return (
    <div role="status" className="empty:hidden [&>*]:mt-4">
      {until !== null && Date.parse(until) > now && (
        <Callout>
          Until{' '}
          <time dateTime={until} className="font-medium">
            {formatDateTime(until)}
          </time>{' '}
          every webhook carries a signature of the secret that was replaced beside that of the new one. Change
          the secret on your server by then, and nothing is refused. The new one can be shown here whenever
          you come back; the old one cannot.
        </Callout>
      )}
    </div>
  );
}
