import { Link } from '@tanstack/react-router';
import { Callout } from '../../components/feedback/callout.tsx';
import type { Campaign } from '../../data/campaigns.ts';
import { t } from '../../lib/i18n/t.ts';
import { assistantPath, PATHS } from './paths.ts';

/** Why a campaign was stopped automatically, or completed with leads left, and what to do. */
export function StopReason({ campaign }: { campaign: Campaign }) {
  const { stop_reason: reason } = campaign;
  if (reason === null) return null;
  if (campaign.status === 'completed') {
    return (
      <div role="status" className="mb-6">
        <Callout kind="info">{reason}</Callout>
      </div>
    );
  }
  if (campaign.status !== 'stopped') return null;
  return (
    <div role="alert" className="mb-6">
      <Callout kind="bad">
        <p className="font-medium">{t('Campaign stopped automatically: {reason}', { reason })}</p>
        <ol className="mt-2 ml-4 list-decimal text-ink-soft">
          <li>
            <Link to="/calls" search={{ campaign_id: campaign.id }} className="underline">
              {t('Open the last calls')}
            </Link>{' '}
            to see why they failed.
          </li>
          <li>
            Fix the cause: a{' '}
            <Link to={PATHS.numbers} className="underline">
              {t('number or trunk')}
            </Link>{' '}
            that can’t connect, or a setting of the{' '}
            <Link to={assistantPath(campaign.assistant_id)} className="underline">
              {t('assistant')}
            </Link>
            .
          </li>
          <li>{t('Restart the campaign. Unfinished leads continue where they were.')}</li>
        </ol>
      </Callout>
    </div>
  );
}
