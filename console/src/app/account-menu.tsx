import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, CircleUser, FileText, LogOut, Settings } from 'lucide-react';
import { Menu, MenuItem } from '../components/overlay/menu.tsx';
import { sessionQuery } from '../data/session.ts';
import { formatMoney } from '../lib/format/format.ts';
import { t } from '../lib/i18n/t.ts';
import { AccountSwitcher } from './account-switcher.tsx';

export function AccountMenu({ onLogOut }: { onLogOut: () => void }) {
  const navigate = useNavigate();
  const { data } = useQuery(sessionQuery);
  if (data === undefined) return null;
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-2 rounded-lg px-2.5 py-2 text-left hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{data.user.name}</span>
        <span className="block truncate text-ink-soft text-xs">
          {t('{amount} left', { amount: formatMoney(data.user.total_balance) })}
        </span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-ink-soft" aria-hidden />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <AccountSwitcher />
      <MenuItem icon={<CircleUser />} onSelect={() => void navigate({ to: '/profile' })}>
        {t('Profile')}
      </MenuItem>
      <MenuItem icon={<Settings />} onSelect={() => void navigate({ to: '/settings' })}>
        {t('Settings')}
      </MenuItem>
      <MenuItem icon={<BookOpen />} onSelect={() => window.open('/docs', '_blank', 'noopener')}>
        {t('Documentation')}
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={() => window.open('/docs/api', '_blank', 'noopener')}>
        {t('API reference')}
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={onLogOut}>
        {t('Log out')}
      </MenuItem>
    </Menu>
  );
}
