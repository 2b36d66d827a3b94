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
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { LEAD_STATUS_WORDS } from '../campaign-words.ts';
import { WaitingGroups } from '../monitor/waiting-groups.tsx';
import { Funnel } from './funnel.tsx';
import { HoursChart } from './hours-chart.tsx';
import { leadStatuses } from './lead-statuses.ts';

/** Results of the campaign. */
export function ReportTab({ campaign }: { campaign: Campaign }) {
  const report = useQuery(campaignReportQuery(String(campaign.id)));
  return (
    <Loaded query={report}>
      {(data) => (
        <div className="grid gap-5">
          <Card title={t('Funnel')} text={datesOf(campaign)}>
            <Funnel funnel={data.funnel} hasGoal={data.goal !== null} />
          </Card>
          <div className="grid gap-5 lg:grid-cols-3">
            <AttemptsCard report={data} />
            <GoalCard report={data} />
            <LeadsCard report={data} />
          </div>
          <Card
            title={t('By hour of the day')}
            text={t('Calls by start hour, {timezone} time.', { timezone: data.timezone })}
          >
            <HoursChart hours={data.hours} />
          </Card>
          <Card title={t('Waiting leads')}>
            <WaitingGroups campaignId={String(data.id)} waiting={data.waiting} zone={data.timezone} />
          </Card>
          {data.left_out.length > 0 && (
            <Card title={t('Skipped numbers')} text={t('Other numbers of the same leads are still called.')}>
              <ul className="grid gap-1">
                {data.left_out.map(({ code, text, numbers }) => (
                  <li key={code} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
                    <span className="min-w-10 tabular-nums">{formatCount(numbers)}</span>
                    <span>{translateServerText(text)}</span>
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
  if (started_at === null) return t('Not started yet.');
  const started = formatDateTime(started_at);
  return completed_at === null
    ? t('Last started {started}.', { started })
    : t('Last started {started}. Completed {completed}.', {
        started,
        completed: formatDateTime(completed_at),
      });
}

function AttemptsCard({ report: { attempts } }: { report: CampaignReport }) {
  const { total, running, answered, machine, no_answer, busy, failed } = attempts;
  return (
    <Card title={t('Calls')}>
      <Facts
        facts={[
          [t('Started', undefined, 'count'), formatCount(total)],
          ...(running > 0 ? ([[t('In progress'), formatCount(running)]] as const) : []),
          [t('Answered by a person'), `${formatCount(answered)} (${formatShare(attempts.answer_rate)})`],
          [t('Voicemail'), formatCount(machine)],
          [t('No answer'), formatCount(no_answer)],
          [t('Busy', undefined, 'count'), formatCount(busy)],
          [t('Failed', undefined, 'count'), formatCount(failed)],
          [
            t('Calls per lead'),
            attempts.per_called_lead === null ? '–' : formatTenths(attempts.per_called_lead),
          ],
          [
            t('Average duration'),
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
    <Card title={t('Goal and cost')}>
      <Facts
        facts={[
          ...(goal === null
            ? ([[t('Goal'), t('Not set')]] as const)
            : ([
                [t('Goal'), goal.variable],
                [t('Met'), formatCount(goal.met)],
                [t('Not met'), formatCount(goal.missed)],
                [t('Goal rate'), formatShare(goal.rate)],
                [t('Cost per goal'), money(cost.per_goal)],
              ] as const)),
          [t('Total call cost'), money(cost.total)],
          [t('Cost per answered lead'), money(cost.per_answered_lead)],
        ]}
      />
    </Card>
  );
}

function LeadsCard({ report: { leads } }: { report: CampaignReport }) {
  return (
    <Card title={t('Leads by status')}>
      <Facts
        facts={leadStatuses(leads).map(
          ([status, count]) => [LEAD_STATUS_WORDS[status].label, formatCount(count)] as const,
        )}
      />
    </Card>
  );
}
