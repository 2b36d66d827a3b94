import { Link } from '@tanstack/react-router';
import { Callout } from '../../components/feedback/callout.tsx';
import type { Campaign } from '../../data/campaigns.ts';
import { assistantPath, WAYS } from './ways.ts';

/** Why a campaign has stopped by itself, and what to do about it. */
export function StopReason({ campaign }: { campaign: Campaign }) {
  const { stop_reason: reason } = campaign;
  if (campaign.status !== 'stopped' || reason === null) return null;
  return (
    <div role="alert" className="mb-6">
      <Callout kind="bad">
        <p className="font-medium">The campaign has stopped by itself: {reason}</p>
        <ol className="mt-2 ml-4 list-decimal text-ink-soft">
          <li>
            <Link to="/calls" search={{ campaign_id: campaign.id }} className="underline">
              Look at the last calls
            </Link>
            : each says why it failed.
          </li>
          <li>
            Mend the cause: a{' '}
            <Link to={WAYS.numbers} className="underline">
              number or trunk
            </Link>{' '}
            that cannot connect, or settings of the{' '}
            <Link to={assistantPath(campaign.assistant_id)} className="underline">
              assistant
            </Link>
            .
          </li>
          <li>Start the campaign again. Leads that are not done go on where they were.</li>
        </ol>
      </Callout>
    </div>
  );
}
