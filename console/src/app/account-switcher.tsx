import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2, Check } from 'lucide-react';
import { showError } from '../components/feedback/toast-store.ts';
import { MenuItem, MenuLabel, MenuLine } from '../components/overlay/menu.tsx';
import { accountsQuery, switchAccount } from '../data/members.ts';
import { t } from '../lib/i18n/t.ts';

/** The person's accounts in the account menu; nothing if there is only one. */
export function AccountSwitcher() {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const change = useMutation({
    mutationFn: switchAccount,
    // Loads the console again, which then shows nothing of the previous account.
    onSuccess: () => location.assign('/'),
    onError: showError,
  });
  if (accounts.length < 2) return null;
  return (
    <>
      <MenuLabel>{t('Switch account')}</MenuLabel>
      {accounts.map(({ id, name, is_current: isCurrent }) => (
        <MenuItem
          key={id}
          icon={isCurrent ? <Check /> : <Building2 />}
          isDisabled={isCurrent}
          onSelect={() => change.mutate(id)}
        >
          <span dir="auto" className="max-w-56 truncate">
            {name}
          </span>
        </MenuItem>
      ))}
      <MenuLine />
    </>
  );
}
