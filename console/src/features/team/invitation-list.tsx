import { useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ROLE_LABELS } from '../../components/role-options.ts';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { PagedList } from '../../components/table/paged-list.tsx';
import { type Invitation, invitationPages, revokeInvitation } from '../../data/members.ts';
import { usePagedRows } from '../../data/pages/use-paged-rows.ts';
import { type Rights, useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';

/** Pending invitations; renders nothing without any. */
export function InvitationList() {
  const queries = useQueryClient();
  const rights = useRights();
  const paged = usePagedRows<Invitation>(invitationPages);
  const [toRevoke, setToRevoke] = useState<Invitation | null>(null);
  return (
    <PagedList paged={paged} empty={null}>
      {(rows) => (
        <section className="mt-8">
          <h2 className="mb-3 font-semibold text-lg">{t('Pending invitations')}</h2>
          <DataTable
            label={t('Pending invitations')}
            rows={rows}
            columns={columns(rights, setToRevoke)}
            rowKey={({ id }) => id}
            onRange={paged.showRange}
          />
          <ActionDialog
            subject={toRevoke}
            ask={({ email }) => ({
              title: t('Revoke the invitation for {email}?', { email }),
              text: t('The link stops working. You can invite this person again.'),
              action: t('Revoke invitation'),
            })}
            action={({ id }) => revokeInvitation(id)}
            onDone={async () => {
              await queries.invalidateQueries({ queryKey: ['members'] });
              showSuccess(t('Invitation revoked.'));
            }}
            onClose={() => setToRevoke(null)}
          />
        </section>
      )}
    </PagedList>
  );
}

function columns(rights: Rights, onRevoke: (invitation: Invitation) => void): Column<Invitation>[] {
  return [
    {
      title: t('Email'),
      width: 'minmax(10rem,2fr)',
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    { title: t('Role'), width: '7rem', cell: ({ role }) => ROLE_LABELS[role] },
    {
      title: t('Invited by'),
      width: 'minmax(7rem,1fr)',
      isMinor: true,
      cell: ({ invited_by: name }) => name ?? t('API key'),
    },
    {
      title: t('Expires'),
      width: '8rem',
      isMinor: true,
      cell: ({ expires_at: expiresAt }) => <RelativeTime iso={expiresAt} />,
    },
    {
      title: t('Revoke'),
      width: '4rem',
      align: 'right',
      cell: (invitation) =>
        rights.includes(invitation.role) ? (
          <IconButton
            label={t('Revoke {email}', { email: invitation.email })}
            onClick={() => onRevoke(invitation)}
          >
            <MailX />
          </IconButton>
        ) : null,
    },
  ];
}
