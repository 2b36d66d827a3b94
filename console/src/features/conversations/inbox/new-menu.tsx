import { useNavigate } from '@tanstack/react-router';
import { Reply, Send, SquarePen } from 'lucide-react';
import { IconButton } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';

/** Menu for starting a conversation manually. */
export function NewMenu({ onReply }: { onReply: () => void }) {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <IconButton label="New message" variant="secondary">
          <SquarePen />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Send />}
        // The dialog belongs to the Messaging page; closing it navigates back here.
        onSelect={() => void navigate({ to: '/messaging', search: { open: 'write' }, ...OPENS_DIALOG })}
      >
        Message a customer
      </MenuItem>
      <MenuItem icon={<Reply />} onSelect={onReply}>
        Generate a reply
      </MenuItem>
    </Menu>
  );
}
