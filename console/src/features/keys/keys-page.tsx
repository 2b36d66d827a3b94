import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { LoadedList } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Page } from '../../components/layout/page.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ROLE_WORDS } from '../../components/role-options.ts';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { NAME_LOOK } from '../../components/table/name-look.ts';
import { useRowAddress } from '../../components/table/use-row-address.ts';
import { type ApiKey, apiKeyListQuery, deleteApiKey } from '../../data/api-keys.ts';
import { formatDay } from '../../lib/format/format.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { KEYS_DIALOGS } from './keys-search.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

export function KeysPage() {
  const keys = useQuery(apiKeyListQuery);
  const marked = useRowAddress(keys);
  const dialog = useDialogAddress(KEYS_DIALOGS);
  const [toDelete, setToDelete] = useState<ApiKey | null>(null);
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => dialog.show('new-key')}>
      {t('New API key')}
    </Button>
  );
  return (
    <Page
      title={t('API keys')}
      text={rich('For programs that act for your account: {header}. See the <link>API reference</link>.', {
        header: <code>Authorization: Bearer parley_…</code>,
        link: (content) => (
          <a href="/docs/api" target="_blank" rel="noopener" className="text-accent-strong underline">
            {content}
          </a>
        ),
      })}
      actions={create}
    >
      <LoadedList
        query={keys}
        empty={{
          icon: <KeyRound />,
          title: t('No API keys yet'),
          text: t('Create one key per program, so that you can delete each one separately.'),
          action: create,
        }}
      >
        {(rows) => (
          <DataTable
            label={t('API keys')}
            rows={rows}
            columns={columns(setToDelete)}
            marked={marked}
            rowKey={({ id }) => id}
          />
        )}
      </LoadedList>
      {dialog.isOpen('new-key') && <NewKeyDialog onClose={dialog.close} />}
      <DeleteKeyDialog toDelete={toDelete} onClose={() => setToDelete(null)} />
    </Page>
  );
}

function columns(onDelete: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      title: t('Name'),
      width: 'minmax(10rem,2fr)',
      cell: ({ name }) => (
        <span dir="auto" title={name} className={NAME_LOOK}>
          {name}
        </span>
      ),
    },
    { title: t('Role'), width: '6rem', isMinor: true, cell: ({ role }) => ROLE_WORDS[role] },
    {
      title: t('Created by'),
      width: 'minmax(7rem,1fr)',
      isMinor: true,
      cell: ({ created_by: name }) => name ?? '–',
    },
    {
      title: t('Created'),
      width: '9rem',
      isMinor: true,
      cell: ({ created_at }) => <RelativeTime iso={created_at} />,
    },
    {
      title: t('Last used'),
      width: '9rem',
      isMinor: true,
      cell: ({ last_used_at }) => (last_used_at === null ? t('Never') : <RelativeTime iso={last_used_at} />),
    },
    {
      title: t('Expires'),
      width: '9rem',
      cell: ({ expires_at }) => <KeyExpiry iso={expires_at} />,
    },
    {
      title: t('Delete'),
      width: '4rem',
      align: 'right',
      cell: (key) => (
        <IconButton label={t('Delete {name}', { name: key.name })} onClick={() => onDelete(key)}>
          <Trash2 />
        </IconButton>
      ),
    },
  ];
}

/** Expiry of a key. */
function KeyExpiry({ iso }: { iso: string | null }) {
  const now = useNow(60_000);
  if (iso === null) return t('Never');
  if (Date.parse(iso) <= now) return <Badge tone="bad">{t('Expired')}</Badge>;
  return <time dateTime={iso}>{formatDay(iso)}</time>;
}

function DeleteKeyDialog({ toDelete, onClose }: { toDelete: ApiKey | null; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ActionDialog
      subject={toDelete}
      ask={({ name }) => ({
        title: t('Delete “{name}”?', { name }),
        text: t('Programs that use it lose access immediately. This can’t be undone.'),
        action: t('Delete key'),
      })}
      action={({ id }) => deleteApiKey(id)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: apiKeyListQuery.queryKey });
        showSuccess(t('API key deleted.'));
      }}
      onClose={onClose}
    />
  );
}
