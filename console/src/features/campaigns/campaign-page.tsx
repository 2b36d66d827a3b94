import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Loaded } from '../../components/feedback/states.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { type Campaign, campaignQuery } from '../../data/campaigns.ts';
import { t } from '../../lib/i18n/t.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { type CampaignTab, campaignSearch } from './campaign-search.ts';
import { CampaignStatusBadge } from './campaign-status.tsx';
import { LeadsTab } from './leads/leads-tab.tsx';
import { MonitorTab } from './monitor/monitor-tab.tsx';
import { ReportTab } from './report/report-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StopReason } from './stop-reason.tsx';

export function CampaignPage() {
  const { campaignId } = useParams({ from: '/console/campaigns/$campaignId' });
  const campaign = useQuery(campaignQuery(campaignId));
  const { data } = campaign;
  return (
    <Page
      area="Campaigns"
      title={data?.name ?? t('Campaign')}
      trail={
        <Link to="/campaigns" className="hover:underline">
          {t('Campaigns')}
        </Link>
      }
      actions={
        data && (
          <>
            <CampaignStatusBadge status={data.status} />
            <IfAllowed area="Campaigns">
              <CampaignActions campaign={data} />
            </IfAllowed>
          </>
        )
      }
    >
      <Loaded query={campaign}>{(loaded) => <CampaignTabs key={loaded.id} campaign={loaded} />}</Loaded>
    </Page>
  );
}

function CampaignTabs({ campaign }: { campaign: Campaign }) {
  const { tab = 'monitor' } = useSearch({ from: '/console/campaigns/$campaignId' });
  const navigate = useNavigate({ from: '/campaigns/$campaignId' });
  const open = (name: CampaignTab): void => {
    const tab = name === 'monitor' ? undefined : name;
    void navigate({ search: (before) => campaignSearch({ ...before, tab, open: undefined }) });
  };
  return (
    <>
      <StopReason campaign={campaign} />
      <Tabs
        label={t('Campaign sections')}
        value={tab}
        onChange={open}
        tabs={[
          { name: 'monitor', label: t('Monitor'), content: <MonitorTab campaign={campaign} /> },
          { name: 'leads', label: t('Leads'), content: <LeadsTab campaign={campaign} /> },
          { name: 'report', label: t('Report'), content: <ReportTab campaign={campaign} /> },
          { name: 'settings', label: t('Settings'), content: <SettingsTab campaign={campaign} /> },
        ]}
      />
    </>
  );
}
