import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded, Skeleton } from '../../components/feedback/states.tsx';
import { ZoneNote } from '../../components/form/zone-note.tsx';
import { Page } from '../../components/layout/page.tsx';
import { statisticsQuery } from '../../data/statistics.ts';
import { t } from '../../lib/i18n/t.ts';
import { present } from '../../lib/search/search-values.ts';
import { CHOSEN } from '../../routing/search-change.ts';
import { AttentionCard } from './attention/attention-card.tsx';
import { BalanceWarning } from './balance-warning.tsx';
import { BuiltInModelHint } from './built-in-model-hint.tsx';
import { ChartGrid } from './charts/chart-grid.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { LatestFailures } from './failures/latest-failures.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { firstDay, type Period, splitPeriods } from './periods.ts';
import { GettingStarted } from './start/getting-started.tsx';
import { StatisticTiles } from './statistic-tiles.tsx';
import { ZoneOffer } from './zone-offer.tsx';

export function DashboardPage() {
  const { days: period = 30 } = useSearch({ from: '/console/' });
  const navigate = useNavigate({ from: '/' });
  const [now] = useState(Date.now);
  const query = useQuery(statisticsQuery(firstDay(period, now)));
  const setPeriod = (days: Period): void => {
    void navigate({
      search: ({ tables }: DashboardSearch) => present({ days: days === 30 ? undefined : days, tables }),
      ...CHOSEN,
    });
  };
  return (
    <Page
      title={t('Dashboard')}
      text={
        <>
          {t('Activity, cost and errors of your assistants.')} <ZoneNote />
        </>
      }
      actions={<PeriodChoice period={period} onChange={setPeriod} />}
    >
      <div className="grid gap-5 *:min-w-0">
        <BalanceWarning />
        <AttentionCard />
        <ZoneOffer />
        <BuiltInModelHint />
        <GettingStarted />
        <Loaded query={query} skeleton={<Skeleton lines={6} />}>
          {({ days }) => {
            const { current, before } = splitPeriods(days, period);
            return (
              <>
                <StatisticTiles current={current} before={before} period={period} />
                <ChartGrid days={current} />
              </>
            );
          }}
        </Loaded>
        <LatestFailures />
      </div>
    </Page>
  );
}
