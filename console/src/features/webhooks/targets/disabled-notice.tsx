import { Link } from '@tanstack/react-router';
import { Callout } from '../../../components/feedback/callout.tsx';
import type { WebhookTarget } from '../../../data/webhooks.ts';
import { formatCount } from '../../../lib/format/format.ts';

/** Says above everything that something is being held back. */
export function DisabledNotice({ targets }: { targets: readonly WebhookTarget[] }) {
  const disabled = targets.filter(({ status }) => status === 'disabled');
  if (disabled.length === 0) return null;
  const held = disabled.reduce((sum, { waiting_count }) => sum + waiting_count, 0);
  return (
    <div role="status" className="mb-5">
      <Callout kind="warn">
        {disabled.length === 1 ? 'A target was' : `${formatCount(disabled.length)} targets were`} switched
        off, and {formatCount(held)} {held === 1 ? 'webhook is' : 'webhooks are'} held for{' '}
        {disabled.length === 1 ? 'it' : 'them'}. Nothing is lost:{' '}
        <Link to="/webhooks" search={{ tab: 'targets' }} className="underline">
          see why, and enable {disabled.length === 1 ? 'it' : 'them'} again
        </Link>
        .
      </Callout>
    </div>
  );
}
