import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, FileText, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { tellError } from '../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx';
import { Menu, MenuItem } from '../components/overlay/menu.tsx';
import { logOut, sessionQuery } from '../data/session.ts';
import { setLeaving } from '../lib/api/session-state.ts';
import { formatMoney } from '../lib/format/format.ts';
import { hasUnsaved } from '../lib/forms/unsaved.ts';

export function AccountMenu() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery(sessionQuery);
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({
    ...logOut,
    onMutate: () => setLeaving(true),
    onSuccess: async () => {
      // Whoever has something to lose was asked before the session ended.
      await navigate({ to: '/login', ignoreBlocker: true });
      queries.clear();
    },
    onError: tellError,
    onSettled: () => setLeaving(false),
  });
  if (data === undefined) return null;
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-2 rounded-lg px-2.5 py-2 text-left hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{data.user.name}</span>
        <span className="block truncate text-ink-soft text-xs">
          {formatMoney(data.user.total_balance)} left
        </span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-ink-soft" aria-hidden />
    </button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem icon={<Settings />} onSelect={() => void navigate({ to: '/settings' })}>
          Settings
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => window.open('/docs', '_blank', 'noopener')}>
          API reference
        </MenuItem>
        <MenuItem icon={<LogOut />} onSelect={() => (hasUnsaved() ? setAsking(true) : leave.mutate())}>
          Log out
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Log out without saving?"
        text="What you have changed on this page is lost."
        action="Log out"
        onConfirm={() => leave.mutate()}
        isBusy={leave.isPending}
      />
    </>
  );
}
