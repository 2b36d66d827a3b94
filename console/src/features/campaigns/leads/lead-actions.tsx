import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, CircleCheck, CircleX, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { UpdateLead } from '#contract/leads.ts';
import { Button } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { MenuItem, MoreMenu } from '../../../components/overlay/menu.tsx';
import { addToBlacklist } from '../../../data/blacklist.ts';
import { changeLead, deleteLead, type Lead } from '../../../data/leads.ts';
import { t } from '../../../lib/i18n/t.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useRefresh } from '../use-refresh.ts';

interface LeadActionsProps {
  lead: Lead;
  onEdit: () => void;
  /** Called after the deletion; must close the panel. */
  onDeleted: () => Promise<void>;
}

type Asked = 'delete' | 'blacklist';

/** Actions on a lead: edit, call again, complete, stop retries, block and delete. */
export function LeadActions({ lead, onEdit, onDeleted }: LeadActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const refresh = useRefresh();
  const queries = useQueryClient();
  const setStatus = useMutation({
    mutationFn: (status: NonNullable<UpdateLead['status']>) => changeLead(lead.id, { status }),
    onSuccess: async (_, status) => {
      await refresh();
      showSuccess(
        status === 'created'
          ? t('Lead queued again, with all retries.')
          : t('Lead updated. It won’t be called again.'),
      );
    },
    onError: showError,
  });
  const done = async (action: Asked): Promise<void> => {
    setAsked(null);
    if (action === 'delete') {
      await onDeleted();
      queries.removeQueries({ queryKey: ['leads', 'one', lead.id] });
    }
    await refresh();
    showSuccess(action === 'delete' ? t('Lead deleted.') : t('Number added to the do-not-call list.'));
  };
  return (
    <>
      <MoreMenu>
        <MenuItem icon={<CircleCheck />} onSelect={() => setStatus.mutate('completed')}>
          {t('Mark as completed')}
        </MenuItem>
        <MenuItem icon={<CircleX />} onSelect={() => setStatus.mutate('reached-max-retries')}>
          {t('Stop retrying')}
        </MenuItem>
        <MenuItem icon={<Ban />} onSelect={() => setAsked('blacklist')}>
          {t('Add to do-not-call list')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setAsked('delete')}>
          {t('Delete lead')}
        </MenuItem>
      </MoreMenu>
      <Button icon={<RotateCcw />} isBusy={setStatus.isPending} onClick={() => setStatus.mutate('created')}>
        {t('Call again')}
      </Button>
      <Button variant="primary" icon={<Pencil />} onClick={onEdit}>
        {t('Edit lead')}
      </Button>
      <ActionDialog
        subject={asked}
        ask={(action) => ({ ...WORDS[action], title: WORDS[action].title(lead.phone_number) })}
        action={(action): Promise<unknown> =>
          action === 'delete'
            ? deleteLead(lead.id)
            : addToBlacklist({ phone_number: lead.phone_number }, randomId())
        }
        onDone={done}
        onClose={() => setAsked(null)}
        isPageLeft
      />
    </>
  );
}

const WORDS: Record<Asked, { title: (number: string) => string; text: string; action: string }> = {
  delete: {
    title: (number) => t('Delete the lead {number}?', { number }),
    text: t(
      'The lead is permanently deleted. A call in progress continues, and past calls stay in the history.',
    ),
    action: t('Delete lead'),
  },
  blacklist: {
    title: (number) => t('Add {number} to the do-not-call list?', { number }),
    text: t('Campaigns and single calls will not dial this number until you remove it from the list.'),
    action: t('Add to list'),
  },
};
