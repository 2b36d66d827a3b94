import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Ban, Megaphone, Plus } from 'lucide-react';
import { buttonClasses } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { campaignListQuery, campaignProgressQuery } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { campaignListSearch } from '../campaign-search.ts';
import { CAMPAIGN_COLUMNS, listedCampaigns } from './campaign-columns.tsx';

export function CampaignListPage() {
  const navigate = useNavigate();
  const sort = useSearch({ from: '/console/campaigns' });
  const campaigns = useQuery(campaignListQuery);
  const progress = useQuery(campaignProgressQuery);
  const assistants = useQuery(allAssistantsQuery);
  const create = (
    <IfAllowed area="Campaigns">
      <Link to="/campaigns/new" className={buttonClasses({ variant: 'primary' })}>
        <Plus aria-hidden />
        {t('New campaign')}
      </Link>
    </IfAllowed>
  );
  return (
    <Page
      area="Campaigns"
      title={t('Campaigns')}
      text={t('An outbound assistant calls your leads within calling hours and retries unanswered calls.')}
      actions={
        <>
          <Link to="/campaigns/blacklist" className={buttonClasses({})}>
            <Ban aria-hidden />
            {t('Do-not-call list')}
          </Link>
          {create}
        </>
      }
    >
      <LoadedList
        query={campaigns}
        empty={{
          icon: <Megaphone />,
          title: t('No campaigns yet'),
          text: t(
            'Choose an outbound assistant, set calling hours, import leads from a file and start. Try it for free with sandbox numbers.',
          ),
          action: create,
        }}
      >
        {(all) => (
          <DataTable
            label={t('Campaigns')}
            rows={listedCampaigns(all, {
              progress: progress.data ?? [],
              assistants: assistants.data ?? [],
              sort,
            })}
            columns={CAMPAIGN_COLUMNS}
            rowKey={({ id }) => id}
            rowHeightPx={52}
            sort={{ by: sort.order_by ?? 'created_at', direction: sort.direction ?? 'desc' }}
            onSort={({ by, direction }) =>
              void navigate({
                to: '/campaigns',
                search: campaignListSearch({ order_by: by, direction }),
                ...CHOSEN,
              })
            }
            onOpen={({ id }) =>
              void navigate({ to: '/campaigns/$campaignId', params: { campaignId: String(id) } })
            }
          />
        )}
      </LoadedList>
    </Page>
  );
}
