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
import { NoLeads } from '../leads/no-leads.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { callsPerMinute } from './call-rate.ts';
import { LiveCalls } from './live-calls.tsx';
import { MinuteBars } from './minute-bars.tsx';
import { Places } from './places.tsx';
import { WaitingGroups } from './waiting-groups.tsx';

const COLUMNS =
  'Import a CSV file with a column of phone numbers; all its other columns become variables that the assistant can use, such as {{name}}.';

/** What the campaign does at this moment. It stays current by what the server tells. */
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
              <Card title="Calls under way">
                <LiveCalls campaignId={id} calls={now.live} status={campaign.status} />
              </Card>
              <Card
                title="Why leads wait"
                text="Those who are not done, by what keeps them from being called just now."
              >
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
      {text}
    </Callout>
  ));
}

function Figures({ monitor, zone }: { monitor: CampaignMonitor; zone: string }) {
  const { live, places, leads, today, minutes } = monitor;
  const over = today.calls - today.running;
  return (
    <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
      <Card title="Places in use">
        <Places live={live} places={places} />
      </Card>
      <Card title="Leads done">
        <p className="mb-3 font-semibold text-2xl tabular-nums">
          {formatCount(leads.finished)}
          <span className="font-normal text-base text-ink-soft"> of {formatCount(leads.total)}</span>
        </p>
        <ProgressBar label="Leads done" done={leads.finished} total={leads.total} />
      </Card>
      <Card title="Today" text={`Since midnight in ${zone}`}>
        <p className="font-semibold text-2xl tabular-nums">
          {formatCount(today.calls)}
          <span className="font-normal text-base text-ink-soft"> {today.calls === 1 ? 'call' : 'calls'}</span>
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          {formatCount(today.answered)} answered by a person
          {over > 0 && ` (${formatShare(today.answered / over)} of those that are over)`}
          {today.running > 0 && `, ${formatCount(today.running)} under way`}
        </p>
      </Card>
      <Card title="Rate">
        <p className="font-semibold text-2xl tabular-nums">
          {callsPerMinute(minutes)}
          <span className="font-normal text-base text-ink-soft"> calls a minute, of the last five</span>
        </p>
        <MinuteBars minutes={minutes} />
      </Card>
    </div>
  );
}
