import { Link } from '@tanstack/react-router';
import type { WaitingCode } from '#contract/campaign-states.ts';
import { Badge, type Tone } from '../../../components/badge.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { CampaignReport } from '../../../data/campaigns.ts';
import { formatCount, formatInZone } from '../../../lib/format/format.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

interface WaitingGroupsProps {
  campaignId: string;
  waiting: CampaignReport['waiting'];
  zone: string;
}

/** Waiting leads grouped by reason, with the time of the next call. */
export function WaitingGroups({ campaignId, waiting, zone }: WaitingGroupsProps) {
  if (waiting.length === 0) return <p className="text-ink-soft">{t('No leads are waiting.')}</p>;
  return (
    <ul className="grid gap-1">
      {waiting.map(({ code, text, until, leads }) => (
        <li
          key={`${code} ${text}`}
          className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-3 border-line border-b py-1.5 last:border-b-0"
        >
          <span className="min-w-10">
            <Badge tone={toneOf(code)}>{formatCount(leads)}</Badge>
          </span>
          <span>
            {translateServerText(text)}
            {until !== null && (
              <span className="block text-ink-soft text-sm">
                {rich('Next call {relative}, at {time}.', {
                  relative: <RelativeTime iso={until} />,
                  time: formatInZone(until, zone),
                })}
              </span>
            )}
            {CAMPAIGN_SETTINGS.has(code) && (
              <Link
                to="/campaigns/$campaignId"
                params={{ campaignId }}
                search={{ tab: 'settings' }}
                className="block text-accent-strong text-sm underline"
              >
                {t('Change calling hours')}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Reasons that changing the campaign's settings can resolve. */
const CAMPAIGN_SETTINGS: ReadonlySet<WaitingCode> = new Set([
  'campaign-zone',
  'campaign-start-date',
  'campaign-end-date',
  'campaign-hours',
  'campaign-days',
]);

/** Tones of reasons that need attention or show progress. */
const TONES: Partial<Record<WaitingCode, Tone>> = {
  'campaign-zone': 'bad',
  'unknown-zone': 'bad',
  'no-number': 'bad',
  'no-dialer': 'bad',
  'insufficient-balance': 'bad',
  'campaign-stopped': 'warn',
  'call-running': 'good',
  'goal-to-be-judged': 'good',
};

function toneOf(code: WaitingCode): Tone {
  return TONES[code] ?? 'neutral';
}
