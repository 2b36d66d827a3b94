import { Link } from '@tanstack/react-router';
import { Callout } from '../../../components/feedback/callout.tsx';
import type { WebhookTarget } from '../../../data/webhooks.ts';

import { t } from '../../../lib/i18n/t.ts';

/** Notice about disabled endpoints and their paused webhooks. */
export function DisabledNotice({ targets }: { targets: readonly WebhookTarget[] }) {
  const disabled = targets.filter(({ status }) => status === 'disabled');
  if (disabled.length === 0) return null;
  const held = disabled.reduce((sum, { waiting_count }) => sum + waiting_count, 0);
  return (
    <div role="status" className="mb-5">
      <Callout kind="warn">
        {t(
          '{endpoints, plural, one {A webhook endpoint is} other {# webhook endpoints are}} disabled; {webhooks, plural, one {# webhook is} other {# webhooks are}} paused.',
          { endpoints: disabled.length, webhooks: held },
        )}{' '}
        <Link to="/webhooks" search={{ tab: 'targets' }} className="underline">
          {t('{count, plural, one {View endpoint} other {View endpoints}}', { count: disabled.length })}
        </Link>
      </Callout>
    </div>
  );
}
