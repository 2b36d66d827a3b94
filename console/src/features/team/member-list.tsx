import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserMinus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { Select } from '../../components/form/select.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ROLE_LABELS, ROLE_WORDS, roleNamed, roleOptions } from '../../components/role-options.ts';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { NAME_LOOK } from '../../components/table/name-look.ts';
import { PagedList } from '../../components/table/paged-list.tsx';
import { changeRole, type Member, memberPages, removeMember } from '../../data/members.ts';
import { usePagedRows } from '../../data/pages/use-paged-rows.ts';
import { type Rights, useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';

export function MemberList({ search }: { search: string }) {
  const queries = useQueryClient();
  const rights = useRights();
  const paged = usePagedRows<Member>(memberPages(search));
  const [leaving, setLeaving] = useState<Member | null>(null);
  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role }) => changeRole(member.id, role),
    onSuccess: async (_, { member, role }) => {
      await queries.invalidateQueries({ queryKey: ['members'] });
      showSuccess(t('{name} now has the role {role}.', { name: member.name, role: ROLE_WORDS[role] }));
    },
    onError: showError,
  });
  const onRole = (member: Member, role: Role): void => {
    if (role !== member.role) change.mutate({ member, role });
  };
  return (
    <PagedList paged={paged} empty={<NoMembers />}>
      {(rows) => (
        <>
          <DataTable
            label={t('Members')}
            rows={rows}
            columns={columns(rights, { onRole, onRemove: setLeaving })}
            rowKey={({ id }) => id}
            onRange={paged.showRange}
            footer={t('{count, plural, one {# member} other {# members}}', { count: rows.length })}
          />
          <RemoveDialog member={leaving} onClose={() => setLeaving(null)} />
        </>
      )}
    </PagedList>
  );
}

function NoMembers() {
  return (
    <EmptyState
      icon={<Users />}
      title={t('No matching members')}
      text={t('Search for another name or email.')}
    />
  );
}

interface MemberActions {
  onRole: (member: Member, role: Role) => void;
  onRemove: (member: Member) => void;
}

/** Members above the own role cannot be changed. All members may leave. */
function columns(rights: Rights, { onRole, onRemove }: MemberActions): Column<Member>[] {
  const mayChange = ({ role }: Member): boolean => rights.mayChange('Members') && rights.includes(role);
  return [
    {
      title: t('Name'),
      width: 'minmax(9rem,2fr)',
      cell: ({ name, is_you: isYou }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" title={name} className={NAME_LOOK}>
            {name}
          </span>
          {isYou && <Badge>{t('You')}</Badge>}
        </span>
      ),
    },
    {
      title: t('Email'),
      width: 'minmax(9rem,2fr)',
      isMinor: true,
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      title: t('Role'),
      width: '9rem',
      cell: (member) =>
        mayChange(member) ? (
          <Select
            label={t('Role of {name}', { name: member.name })}
            value={member.role}
            options={roleOptions(rights)}
            onChange={(chosen) => {
              const role = roleNamed(chosen);
              if (role !== undefined) onRole(member, role);
            }}
          />
        ) : (
          ROLE_LABELS[member.role]
        ),
    },
    {
      title: t('Joined'),
      width: '8rem',
      isMinor: true,
      cell: ({ created_at: joinedAt }) => <RelativeTime iso={joinedAt} />,
    },
    {
      title: t('Remove'),
      width: '4rem',
      align: 'right',
      cell: (member) =>
        member.is_you || mayChange(member) ? (
          <IconButton
            label={member.is_you ? t('Leave account') : t('Remove {name}', { name: member.name })}
            onClick={() => onRemove(member)}
          >
            <UserMinus />
          </IconButton>
        ) : null,
    },
  ];
}

function RemoveDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ActionDialog
      subject={member}
      ask={({ name, is_you: isYou }) =>
        isYou
          ? {
              title: t('Leave this account?'),
              text: t('You lose access immediately. To return, you need a new invitation.'),
              action: t('Leave account'),
            }
          : {
              title: t('Remove “{name}”?', { name }),
              text: t(
                'This person loses access immediately. API keys that the member created stay valid; delete them under API keys.',
              ),
              action: t('Remove member'),
            }
      }
      action={({ id }) => removeMember(id)}
      onDone={async ({ name, is_you: isYou }) => {
        // The session now belongs to another account, or has ended.
        if (isYou) location.assign('/');
        else {
          await queries.invalidateQueries({ queryKey: ['members'] });
          showSuccess(t('{name} was removed.', { name }));
        }
      }}
      onClose={onClose}
    />
  );
}
