import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AlarmClock, Check, Tag, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../../components/overlay/menu.tsx';
import { changeConversations, inboxChoicesQuery } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { SnoozeMenu } from '../work/snooze-menu.tsx';
import { bulkWords, counted, DONE, type Done } from './bulk-words.ts';
import { TagDialog } from './tag-dialog.tsx';
import type { Chosen } from './use-chosen.ts';

type Change = Omit<Parameters<typeof changeConversations>[0], 'ids'>;

/** Actions on the selected conversations. Skipped ones stay selected. */
export function BulkBar({ chosen }: { chosen: Chosen }) {
  const { data: choices } = useQuery(inboxChoicesQuery);
  const [isTagging, setTagging] = useState(false);
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ change }: { change: Change; done: Done }) =>
      changeConversations({ ...change, ids: [...chosen.ids] }),
    onSuccess: async (report, { done }) => {
      chosen.set(report.skipped.map(({ id }) => id));
      showSuccess(bulkWords(report, done));
      await queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onError: showError,
  });
  const run = (change: Change, done: Done): void => changing.mutate({ change, done });
  const isBusy = changing.isPending;
  return (
    <div
      role="toolbar"
      aria-label={t('Selected conversations')}
      className="flex flex-wrap items-center gap-1 border-line border-b bg-accent-soft px-4 py-2"
    >
      <p role="status" className="mr-auto font-medium text-sm">
        {t('{counted} selected', { counted: counted(chosen.ids.size) })}
      </p>
      <Menu
        trigger={
          <IconButton label={t('Assign conversations')} isBusy={isBusy}>
            <UserPlus />
          </IconButton>
        }
      >
        <MenuLabel>{t('Assign to')}</MenuLabel>
        {choices?.people.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => run({ action: 'assign', person_id: id }, DONE.assigned(name))}>
            {id === choices.you?.id ? t('{name} (you)', { name }) : name}
          </MenuItem>
        ))}
        {choices !== undefined && choices.groups.length > 0 && <MenuLine />}
        {choices?.groups.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => run({ action: 'assign', group_id: id }, DONE.assigned(name))}>
            {name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => run({ action: 'assign' }, DONE.unassigned)}>{t('Unassigned')}</MenuItem>
      </Menu>
      <IconButton label={t('Change tags')} isBusy={isBusy} onClick={() => setTagging(true)}>
        <Tag />
      </IconButton>
      <SnoozeMenu
        trigger={
          <IconButton label={t('Snooze conversations')} isBusy={isBusy}>
            <AlarmClock />
          </IconButton>
        }
        onSnooze={(until) => run({ action: 'snooze', until: until.toISOString() }, DONE.snoozed)}
      />
      <Button
        size="small"
        icon={<Check />}
        isBusy={isBusy}
        onClick={() => run({ action: 'close' }, DONE.closed)}
      >
        {t('Close', undefined, 'conversation')}
      </Button>
      <IconButton label={t('Clear selection')} onClick={() => chosen.set([])}>
        <X />
      </IconButton>
      {isTagging && (
        <TagDialog
          count={chosen.ids.size}
          known={choices?.tags ?? []}
          onClose={() => setTagging(false)}
          onTag={(action, tag) => {
            setTagging(false);
            run({ action, tags: [tag] }, action === 'add_tags' ? DONE.tagged : DONE.untagged);
          }}
        />
      )}
    </div>
  );
}
