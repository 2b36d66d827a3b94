import { useNavigate } from '@tanstack/react-router';
import { Reply, Send, SquarePen } from 'lucide-react';
import { IconButton } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';

/** How conversations are begun by hand. */
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
        // Such messages are begun on the page of their senders; who gives it up comes back here.
        onSelect={() => void navigate({ to: '/messaging', search: { open: 'write' }, ...OPENS_DIALOG })}
      >
        Write to a customer
      </MenuItem>
      <MenuItem icon={<Reply />} onSelect={onReply}>
        Have a message answered
      </MenuItem>
    </Menu>
  );
}
