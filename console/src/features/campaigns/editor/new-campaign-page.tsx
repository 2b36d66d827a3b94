import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useRef, useState } from 'react';
import { EmptyState, Loaded } from '../../../components/feedback/states.tsx';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Page } from '../../../components/layout/page.tsx';
import { wholeAssistantsQuery } from '../../../data/assistants.ts';
import { campaignLimitsQuery, createCampaign } from '../../../data/campaigns.ts';
import { useRights } from '../../../data/rights.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { zoneOfNew } from '../../../lib/time/zone.ts';
import { CampaignForm } from './campaign-form.tsx';
import { newValues } from './form-values.ts';

export function NewCampaignPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const limits = useQuery(campaignLimitsQuery);
  const assistants = useQuery(wholeAssistantsQuery);
  const [keyOf] = useState(intentionKeys);
  const created = useRef<string | null>(null);
  return (
    <Page
      area="Campaigns"
      title={t('New campaign')}
      text={t('No calls are made until you start the campaign. You add leads in the next step.')}
      trail={
        <Link to="/campaigns" className="hover:underline">
          {t('Campaigns')}
        </Link>
      }
    >
      <Loaded query={limits}>
        {(allowed) => (
          <Loaded query={assistants}>
            {(all) =>
              all.some(isOutbound) ? (
                <CampaignForm
                  isNew
                  initial={newValues(allowed, zoneOfNew(), all.filter(isOutbound))}
                  limits={allowed}
                  assistants={all}
                  action={t('Create campaign')}
                  save={async (request) => {
                    const { data } = await createCampaign(request, keyOf(request));
                    created.current = String(data.id);
                    await queries.invalidateQueries({ queryKey: ['campaigns'] });
                  }}
                  onSaved={() => {
                    showSuccess(t('Campaign created. Now add leads.'));
                    const campaignId = created.current ?? '';
                    void navigate({
                      to: '/campaigns/$campaignId',
                      params: { campaignId },
                      search: { tab: 'leads' },
                    });
                  }}
                />
              ) : (
                <NoAssistant />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

const isOutbound = ({ type }: { type: string }): boolean => type === 'outbound';

/** Opens the templates of outbound assistants, which lead back here. */
function NoAssistant() {
  if (useRights().mayChange('Assistants'))
    return <Navigate to="/assistants/new" search={{ for: 'campaign' }} replace />;
  return (
    <EmptyState
      icon={<Bot />}
      title={t('No outbound assistant yet')}
      text={t('A campaign needs an outbound assistant, which places calls instead of receiving them.')}
    />
  );
}
