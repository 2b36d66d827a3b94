import { useQueryClient } from '@tanstack/react-query';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { type BlacklistedNumber, removeFromBlacklist } from '../../../data/blacklist.ts';
import { t } from '../../../lib/i18n/t.ts';

interface RemoveNumberDialogProps {
  /** Null while the dialog is closed. */
  number: BlacklistedNumber | null;
  onClose: () => void;
}

const TEXTS = {
  request: t('Existing leads with this number stay blocked until you select Call again for each of them.'),
  call: t(
    'They opted out in a call. Existing leads with this number stay blocked until you select Call again for each of them.',
  ),
  message: t(
    'They opted out by message (STOP). Messages stay blocked until they write START. Existing leads with this number stay blocked until you select Call again for each of them.',
  ),
};

export function RemoveNumberDialog({ number, onClose }: RemoveNumberDialogProps) {
  const queries = useQueryClient();
  return (
    <ActionDialog
      subject={number}
      ask={({ phone_number, source }) => ({
        title: t('Remove {number} from the do-not-call list?', { number: phone_number }),
        text: TEXTS[source],
        action: t('Remove number'),
      })}
      action={({ id }) => removeFromBlacklist(id)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: ['blacklist'] });
        showSuccess(t('Number removed from the do-not-call list.'));
      }}
      onClose={onClose}
    />
  );
}
