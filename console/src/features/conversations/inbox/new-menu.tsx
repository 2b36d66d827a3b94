import { useNavigate } from '@tanstack/react-router';
import { Reply, Send, SquarePen } from 'lucide-react';
import { IconButton } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';

/** Menu for starting a conversation manually. */
export function NewMenu({ onReply }: { onReply: () => void }) {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <IconButton label={t('New message')} variant="secondary">
          <SquarePen />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Send />}
        // The dialog belongs to the Messaging page; closing it navigates back here.
        onSelect={() => void navigate({ to: '/messaging', search: { open: 'write' }, ...OPENS_DIALOG })}
      >
        {t('Message a customer')}
      </MenuItem>
      <MenuItem icon={<Reply />} onSelect={onReply}>
        {t('Generate a reply')}
      </MenuItem>
    </Menu>
  );
}
