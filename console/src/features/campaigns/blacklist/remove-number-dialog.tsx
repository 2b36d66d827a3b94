import { useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { DeedDialog } from '../../../components/overlay/deed-dialog.tsx';
import { type BlacklistedNumber, removeFromBlacklist } from '../../../data/blacklist.ts';

interface RemoveNumberDialogProps {
  /** Null: nobody asked. */
  number: BlacklistedNumber | null;
  onClose: () => void;
}

const WHO_ASKED = {
  request: '',
  call: 'They asked in a call not to be called again. ',
  message: 'They wrote STOP: messages are refused until they write START. ',
};

export function RemoveNumberDialog({ number, onClose }: RemoveNumberDialogProps) {
  const queries = useQueryClient();
  return (
    <DeedDialog
      subject={number}
      ask={({ phone_number, source }) => ({
        title: `Let ${phone_number} be called again?`,
        text: `${WHO_ASKED[source]}Its leads stay blacklisted until you set each of them to be called again.`,
        action: 'Take off the list',
      })}
      deed={({ id }) => removeFromBlacklist(id)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: ['blacklist'] });
        tellDone('The number may be called again.');
      }}
      onClose={onClose}
    />
  );
}
