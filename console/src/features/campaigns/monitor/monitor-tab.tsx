import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Card } from '../../../components/layout/card.tsx';
import {
  type Campaign,
  type CampaignMonitor,
  campaignMonitorQuery,
  campaignReportQuery,
} from '../../../data/campaigns.ts';
import { formatCount, formatShare } from '../../../lib/format/format.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { NoLeads } from '../leads/no-leads.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { callsPerMinute } from './call-rate.ts';
import { CallSlots } from './call-slots.tsx';
import { LiveCalls } from './live-calls.tsx';
import { MinuteBars } from './minute-bars.tsx';
import { WaitingGroups } from './waiting-groups.tsx';

const COLUMNS = t(
  'Import a CSV file or workbook with a column of phone numbers. All other columns become variables for the assistant, such as {{name}}.',
);

/** Live state of the campaign, updated by server events. */
export function MonitorTab({ campaign }: { campaign: Campaign }) {
  const id = String(campaign.id);
  const monitor = useQuery(campaignMonitorQuery(id));
  const report = useQuery(campaignReportQuery(id));
  return (
    <Loaded query={monitor}>
      {(now) =>
        now.leads.total === 0 ? (
          <NoLeads campaignId={id} text={COLUMNS} />
        ) : (
          <div className="grid gap-5">
            <Hints texts={now.hints} />
            <Figures monitor={now} zone={campaign.timezone} />
            <div className="grid gap-5 lg:grid-cols-2">
              <Card title={t('Active calls')}>
                <LiveCalls campaignId={id} calls={now.live} status={campaign.status} />
              </Card>
              <Card title={t('Waiting leads')} text={t('Unfinished leads by the reason they are waiting.')}>
                <Loaded query={report}>
                  {({ waiting }) => (
                    <WaitingGroups campaignId={id} waiting={waiting} zone={campaign.timezone} />
                  )}
                </Loaded>
              </Card>
            </div>
          </div>
        )
      }
    </Loaded>
  );
}

function Hints({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <Callout key={text} kind="warn">
      {translateServerText(text)}
    </Callout>
  ));
}

function Figures({ monitor, zone }: { monitor: CampaignMonitor; zone: string }) {
  const { live, places, leads, today, minutes } = monitor;
  const ended = today.calls - today.running;
  return (
    <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
      <Card title={t('Concurrent calls')}>
        <CallSlots live={live} places={places} />
      </Card>
      <Card title={t('Leads done')}>
        <p className="mb-3 font-semibold text-2xl tabular-nums">
          {rich('{count}<unit> of {total}</unit>', {
            count: formatCount(leads.finished),
            total: formatCount(leads.total),
            unit: (content) => <span className="font-normal text-base text-ink-soft">{content}</span>,
          })}
        </p>
        <ProgressBar label={t('Leads done')} done={leads.finished} total={leads.total} />
      </Card>
      <Card title={t('Today')} text={t('Since midnight in {zone}', { zone })}>
        <p className="font-semibold text-2xl tabular-nums">
          {rich('{calls, plural, one {# <unit>call</unit>} other {# <unit>calls</unit>}}', {
            calls: today.calls,
            unit: (content) => <span className="font-normal text-base text-ink-soft">{content}</span>,
          })}
        </p>
        <p className="mt-1 text-ink-soft text-sm">{answeredWords(today, ended)}</p>
      </Card>
      <Card title={t('Calls per minute')}>
        <p className="font-semibold text-2xl tabular-nums">
          {callsPerMinute(minutes)}
          <span className="font-normal text-base text-ink-soft"> {t('average of the last 5 minutes')}</span>
        </p>
        <MinuteBars minutes={minutes} />
      </Card>
    </div>
  );
}

function answeredWords({ answered, running }: CampaignMonitor['today'], ended: number): string {
  const values = {
    count: formatCount(answered),
    share: ended > 0 ? formatShare(answered / ended) : '',
    running: formatCount(running),
  };
  if (ended > 0) {
    return running > 0
      ? t('{count} answered by a person ({share} of ended calls), {running} in progress', values)
      : t('{count} answered by a person ({share} of ended calls)', values);
  }
  return running > 0
    ? t('{count} answered by a person, {running} in progress', values)
    : t('{count} answered by a person', values);
}
