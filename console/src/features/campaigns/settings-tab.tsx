import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Editable } from '../../components/editable.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { wholeAssistantsQuery } from '../../data/assistants.ts';
import { type Campaign, campaignLimitsQuery, changeCampaign } from '../../data/campaigns.ts';
import { t } from '../../lib/i18n/t.ts';
import { CampaignForm } from './editor/campaign-form.tsx';
import { valuesOf } from './editor/form-values.ts';

export function SettingsTab({ campaign }: { campaign: Campaign }) {
  const queries = useQueryClient();
  const limits = useQuery(campaignLimitsQuery);
  const assistants = useQuery(wholeAssistantsQuery);
  return (
    <Loaded query={limits}>
      {(allowed) => (
        <Loaded query={assistants}>
          {(all) => (
            <div className="grid gap-5">
              {campaign.status === 'in-progress' && (
                <Callout>{t('The campaign is running. Changes apply to new calls.')}</Callout>
              )}
              <Editable area="Campaigns">
                <CampaignForm
                  initial={valuesOf(campaign)}
                  limits={allowed}
                  assistants={all}
                  action={t('Save campaign')}
                  save={async (_request, changes) => {
                    await changeCampaign(String(campaign.id), changes);
                    await queries.invalidateQueries({ queryKey: ['campaigns'] });
                  }}
                  onSaved={() => showSuccess(t('Campaign saved.'))}
                />
              </Editable>
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
