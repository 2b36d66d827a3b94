import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../../components/feedback/callout.tsx';
import { rotationQuery } from '../../../data/webhooks.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { rich } from '../../../lib/i18n/t.ts';
import { useNow } from '../../../lib/time/use-now.ts';

/** Notice during a rotation, while the previous secret still signs. */
export function OldSecret() {
  const { data: until = null } = useQuery(rotationQuery);
  const now = useNow(30_000);
  return (
    <div role="status" className="empty:hidden [&>*]:mt-4">
      {until !== null && Date.parse(until) > now && (
        <Callout>
          {rich(
            'Until {time} every webhook is signed with both the previous and the new secret. Update your server by then.',
            {
              time: (
                <time dateTime={until} className="font-medium">
                  {formatDateTime(until)}
                </time>
              ),
            },
          )}
        </Callout>
      )}
    </div>
  );
}
