import { Link } from '@tanstack/react-router';
import { Callout } from '../../../components/feedback/callout.tsx';
import type { WebhookTarget } from '../../../data/webhooks.ts';
import { formatCount } from '../../../lib/format/format.ts';

/** Notice about disabled endpoints and their paused webhooks. */
export function DisabledNotice({ targets }: { targets: readonly WebhookTarget[] }) {
  const disabled = targets.filter(({ status }) => status === 'disabled');
  if (disabled.length === 0) return null;
  const held = disabled.reduce((sum, { waiting_count }) => sum + waiting_count, 0);
  return (
    <div role="status" className="mb-5">
      <Callout kind="warn">
        {disabled.length === 1
          ? 'A webhook endpoint is'
          : `${formatCount(disabled.length)} webhook endpoints are`}{' '}
        disabled; {formatCount(held)} {held === 1 ? 'webhook is' : 'webhooks are'} paused.{' '}
        <Link to="/webhooks" search={{ tab: 'targets' }} className="underline">
          View {disabled.length === 1 ? 'endpoint' : 'endpoints'}
        </Link>
      </Callout>
    </div>
  );
}
