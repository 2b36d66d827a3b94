import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Card } from '../../components/layout/card.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { GoneDialog } from '../../components/overlay/gone-dialog.tsx';
import { deleteGroup, type Group, groupsQuery } from '../../data/inbox.ts';
import { useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { GroupDialog } from './group-dialog.tsx';
import { hoursWords } from './hours-words.ts';
import { INBOX_DIALOGS } from './inbox-settings-search.ts';

export function GroupsCard() {
  const groups = useQuery(groupsQuery);
  const mayChange = useRights().includes('admin');
  const dialog = useDialogAddress(INBOX_DIALOGS);
  const [toDelete, setToDelete] = useState<Group | null>(null);
  const editedId = dialog.idOf('group');
  const edited = groups.data?.find(({ id }) => id === editedId);
  return (
    <Card
      id="groups"
      title={t('Groups')}
      text={t('Assistants hand conversations to a group during its opening hours.')}
      actions={
        mayChange && (
          <Button icon={<Plus />} onClick={() => dialog.show('new-group')}>
            {t('New group')}
          </Button>
        )
      }
    >
      <Loaded query={groups}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-soft text-sm">{t('No groups yet.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {rows.map((group) => (
                <GroupRow
                  key={group.id}
                  group={group}
                  mayChange={mayChange}
                  onEdit={() => dialog.show(`group.${group.id}`)}
                  onDelete={() => setToDelete(group)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog.isOpen('new-group') && <GroupDialog group={null} onClose={dialog.close} />}
      {editedId !== undefined && groups.data !== undefined && edited === undefined && (
        <GoneDialog onClose={dialog.close} />
      )}
      {edited !== undefined && <GroupDialog group={edited} onClose={dialog.close} />}
      <DeleteGroupDialog toDelete={toDelete} onClose={() => setToDelete(null)} />
    </Card>
  );
}

interface GroupRowProps {
  group: Group;
  mayChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function GroupRow({ group, mayChange, onEdit, onDelete }: GroupRowProps) {
  const { name, members, hours, is_open } = group;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          <span dir="auto" className="wrap-anywhere">
            {name}
          </span>
          {hours !== null &&
            (is_open ? (
              <Badge tone="good">{t('Open')}</Badge>
            ) : (
              <Badge>{t('Closed', undefined, 'hours')}</Badge>
            ))}
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {members.length === 0 ? t('No members') : members.map((member) => member.name).join(', ')}
        </p>
        <p className="text-ink-soft text-sm">{hoursWords(hours)}</p>
      </div>
      {mayChange && (
        <div className="flex gap-1">
          <Button size="small" onClick={onEdit}>
            {t('Edit')}
          </Button>
          <IconButton label={t('Delete {name}', { name })} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        </div>
      )}
    </li>
  );
}

function DeleteGroupDialog({ toDelete, onClose }: { toDelete: Group | null; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ActionDialog
      subject={toDelete}
      ask={({ name }) => ({
        title: t('Delete “{name}”?', { name }),
        text: t(
          'Its conversations stay, without a group. Assistants then hand conversations to all members.',
        ),
        action: t('Delete group'),
      })}
      action={({ id }) => deleteGroup(id)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: ['groups'] });
        showSuccess(t('Group deleted.'));
      }}
      onClose={onClose}
    />
  );
}
