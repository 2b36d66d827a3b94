import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, CircleCheck, CircleX, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { UpdateLead } from '#contract/leads.ts';
import { Button } from '../../../components/button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { DeedDialog } from '../../../components/overlay/deed-dialog.tsx';
import { MenuItem, MoreMenu } from '../../../components/overlay/menu.tsx';
import { addToBlacklist } from '../../../data/blacklist.ts';
import { changeLead, deleteLead, type Lead } from '../../../data/leads.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useRefresh } from '../use-refresh.ts';

interface LeadActionsProps {
  lead: Lead;
  onEdit: () => void;
  /** Leaves the lead. */
  onDeleted: () => Promise<void>;
}

type Asked = 'delete' | 'blacklist';

/** What one can do with a lead: edit it, call it anew, be done with it, never call it again, delete it. */
export function LeadActions({ lead, onEdit, onDeleted }: LeadActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const refresh = useRefresh();
  const queries = useQueryClient();
  const setStatus = useMutation({
    mutationFn: (status: NonNullable<UpdateLead['status']>) => changeLead(lead.id, { status }),
    onSuccess: async (_, status) => {
      await refresh();
      tellDone(status === 'created' ? 'It is called anew, with all its tries.' : 'It is called no more.');
    },
    onError: tellError,
  });
  const done = async (deed: Asked): Promise<void> => {
    setAsked(null);
    if (deed === 'delete') {
      await onDeleted();
      queries.removeQueries({ queryKey: ['leads', 'one', lead.id] });
    }
    await refresh();
    tellDone(deed === 'delete' ? 'Lead deleted.' : 'The number will not be called.');
  };
  return (
    <>
      <MoreMenu>
        <MenuItem icon={<CircleCheck />} onSelect={() => setStatus.mutate('completed')}>
          Mark as completed
        </MenuItem>
        <MenuItem icon={<CircleX />} onSelect={() => setStatus.mutate('reached-max-retries')}>
          Give up: no more tries
        </MenuItem>
        <MenuItem icon={<Ban />} onSelect={() => setAsked('blacklist')}>
          Never call this number
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </MoreMenu>
      <Button icon={<RotateCcw />} isBusy={setStatus.isPending} onClick={() => setStatus.mutate('created')}>
        Call anew
      </Button>
      <Button variant="primary" icon={<Pencil />} onClick={onEdit}>
        Edit
      </Button>
      <DeedDialog
        subject={asked}
        ask={(deed) => ({
          ...WORDS[deed],
          title: WORDS[deed].title.replace('{number}', lead.phone_number),
        })}
        deed={(deed): Promise<unknown> =>
          deed === 'delete'
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

const WORDS: Record<Asked, { title: string; text: string; action: string }> = {
  delete: {
    title: 'Delete the lead {number}?',
    text: 'It is gone for good; a call under way goes on to its end, and calls stay in the history.',
    action: 'Delete',
  },
  blacklist: {
    title: 'Never call {number} again?',
    text: 'The number goes on the blacklist of the account: no campaign and no single call reaches it until it is taken off.',
    action: 'Blacklist',
  },
};
