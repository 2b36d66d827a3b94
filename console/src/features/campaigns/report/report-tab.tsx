import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import { type Campaign, type CampaignReport, campaignReportQuery } from '../../../data/campaigns.ts';
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatShare,
  formatTenths,
} from '../../../lib/format/format.ts';
import { LEAD_STATUS_WORDS } from '../campaign-words.ts';
import { WaitingGroups } from '../monitor/waiting-groups.tsx';
import { Funnel } from './funnel.tsx';
import { HoursChart } from './hours-chart.tsx';
import { leadStatuses } from './lead-statuses.ts';

/** What came of the campaign so far. */
export function ReportTab({ campaign }: { campaign: Campaign }) {
  const report = useQuery(campaignReportQuery(String(campaign.id)));
  return (
    <Loaded query={report}>
      {(data) => (
        <div className="grid gap-5">
          <Card title="How far leads came" text={datesOf(campaign)}>
            <Funnel funnel={data.funnel} hasGoal={data.goal !== null} />
          </Card>
          <div className="grid gap-5 lg:grid-cols-3">
            <AttemptsCard report={data} />
            <GoalCard report={data} />
            <LeadsCard report={data} />
          </div>
          <Card
            title="By hour of the day"
            text={`Calls by the hour in which they began, on the clock of ${data.timezone}.`}
          >
            <HoursChart hours={data.hours} />
          </Card>
          <Card title="Why leads wait">
            <WaitingGroups campaignId={String(data.id)} waiting={data.waiting} zone={data.timezone} />
          </Card>
          {data.left_out.length > 0 && (
            <Card title="Numbers left out" text="The other numbers of their leads are called.">
              <ul className="grid gap-1">
                {data.left_out.map(({ code, text, numbers }) => (
                  <li key={code} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
                    <span className="min-w-10 tabular-nums">{formatCount(numbers)}</span>
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      )}
    </Loaded>
  );
}

function datesOf({ started_at, completed_at }: Campaign): string {
  if (started_at === null) return 'Not started yet.';
  const started = `Last started ${formatDateTime(started_at)}.`;
  return completed_at === null ? started : `${started} Completed ${formatDateTime(completed_at)}.`;
}

function AttemptsCard({ report: { attempts } }: { report: CampaignReport }) {
  const { total, running, answered, machine, no_answer, busy, failed } = attempts;
  return (
    <Card title="Calls">
      <Facts
        facts={[
          ['Begun', formatCount(total)],
          ...(running > 0 ? ([['Under way', formatCount(running)]] as const) : []),
          ['Answered by a person', `${formatCount(answered)} (${formatShare(attempts.answer_rate)})`],
          ['Voicemail', formatCount(machine)],
          ['Nobody answered', formatCount(no_answer)],
          ['Busy', formatCount(busy)],
          ['Failed', formatCount(failed)],
          [
            'Per called lead',
            attempts.per_called_lead === null ? '–' : formatTenths(attempts.per_called_lead),
          ],
          [
            'Average length',
            attempts.average_duration === null ? '–' : formatDuration(attempts.average_duration),
          ],
        ]}
      />
    </Card>
  );
}

function GoalCard({ report: { goal, cost } }: { report: CampaignReport }) {
  const money = (dollars: number | null): string => (dollars === null ? '–' : formatMoney(dollars));
  return (
    <Card title="Goal and cost">
      <Facts
        facts={[
          ...(goal === null
            ? ([['Goal', 'None is set']] as const)
            : ([
                ['Goal', goal.variable],
                ['Met', formatCount(goal.met)],
                ['Missed', formatCount(goal.missed)],
                ['Goal rate', formatShare(goal.rate)],
                ['Cost per goal', money(cost.per_goal)],
              ] as const)),
          ['Cost of all calls', money(cost.total)],
          ['Per lead that answered', money(cost.per_answered_lead)],
        ]}
      />
    </Card>
  );
}

function LeadsCard({ report: { leads } }: { report: CampaignReport }) {
  return (
    <Card title="Leads by state">
      <Facts
        facts={leadStatuses(leads).map(
          ([status, count]) => [LEAD_STATUS_WORDS[status].label, formatCount(count)] as const,
        )}
      />
    </Card>
  );
}
