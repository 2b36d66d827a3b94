import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { MenuItem, MoreMenu } from '../../components/overlay/menu.tsx';
import { type Campaign, campaignMonitorQuery, campaignQuery, deleteCampaign } from '../../data/campaigns.ts';
import { leadExportPath } from '../../data/leads.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { CAMPAIGN_DIALOGS } from './campaign-search.ts';
import { RefusedStart } from './refused-start.tsx';
import { StartDialog } from './start/start-dialog.tsx';
import { useCampaignStatus } from './use-campaign-status.ts';

/** Start or stop button, and a menu for export and delete. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const change = useCampaignStatus(campaign.id);
  const dialog = useDialogAddress(CAMPAIGN_DIALOGS);
  const isRunning = campaign.status === 'in-progress';
  // An empty campaign needs leads first.
  const isEmpty = useQuery(campaignMonitorQuery(String(campaign.id))).data?.leads.total === 0;
  return (
    <>
      {isRunning ? (
        <Button icon={<Square />} isBusy={change.isPending} onClick={() => change.mutate('stop')}>
          {t('Stop campaign')}
        </Button>
      ) : (
        <Button
          variant={isEmpty ? 'secondary' : 'primary'}
          icon={<Play />}
          isBusy={change.isPending}
          onClick={() => dialog.show('start')}
        >
          {campaign.started_at === null ? t('Start campaign') : t('Restart campaign')}
        </Button>
      )}
      <CampaignMenu campaign={campaign} />
      {dialog.isOpen('start') && !isRunning && (
        <StartDialog
          campaign={campaign}
          isBusy={change.isPending}
          onStart={() => change.mutate('start', { onSettled: () => void dialog.close() })}
          onClose={dialog.close}
        />
      )}
      <RefusedStart error={change.error} onClose={change.reset} campaign={campaign} />
    </>
  );
}

function CampaignMenu({ campaign }: { campaign: Campaign }) {
  const { id, status } = campaign;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);

  return (
    <>
      <MoreMenu>
        <MenuItem icon={<Download />} onSelect={() => window.location.assign(leadExportPath(String(id)))}>
          {t('Export leads as CSV')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setDeleting(true)}>
          {t('Delete campaign')}
        </MenuItem>
      </MoreMenu>
      <ActionDialog
        subject={isDeleting ? campaign : null}
        ask={({ name }) => ({
          title: t('Delete “{name}”?', { name }),
          text:
            status === 'in-progress'
              ? t(
                  'Calls in progress continue. Its leads are permanently deleted. Its calls stay in the history.',
                )
              : t('Its leads are permanently deleted. Its calls stay in the history.'),
          action: t('Delete campaign'),
        })}
        action={() => deleteCampaign(String(id))}
        onDone={async () => {
          // Unsaved changes to a deleted campaign don't matter.
          await navigate({ to: '/campaigns', ignoreBlocker: true });
          queries.removeQueries({ queryKey: campaignQuery(String(id)).queryKey });
          await queries.invalidateQueries({ queryKey: ['campaigns'] });
          showSuccess(t('Campaign deleted.'));
        }}
        onClose={() => setDeleting(false)}
        isPageLeft
      />
    </>
  );
}
