import { Link } from '@tanstack/react-router';
import { Callout } from '../../components/feedback/callout.tsx';
import type { Campaign } from '../../data/campaigns.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';
import { assistantPath, PATHS } from './paths.ts';

/** Why a campaign was stopped automatically, or completed with leads left, and what to do. */
export function StopReason({ campaign }: { campaign: Campaign }) {
  if (campaign.stop_reason === null) return null;
  const reason = translateServerText(campaign.stop_reason);
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
            {rich('<link>Open the last calls</link> to see why they failed.', {
              link: (content) => (
                <Link to="/calls" search={{ campaign_id: campaign.id }} className="underline">
                  {content}
                </Link>
              ),
            })}
          </li>
          <li>
            {rich(
              'Fix the cause: a <numbers>number or trunk</numbers> that can’t connect, or a setting of the <assistant>assistant</assistant>.',
              {
                numbers: (content) => (
                  <Link to={PATHS.numbers} className="underline">
                    {content}
                  </Link>
                ),
                assistant: (content) => (
                  <Link to={assistantPath(campaign.assistant_id)} className="underline">
                    {content}
                  </Link>
                ),
              },
            )}
          </li>
          <li>{t('Restart the campaign. Unfinished leads continue where they were.')}</li>
        </ol>
      </Callout>
    </div>
  );
}
