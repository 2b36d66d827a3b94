import { useQueryClient } from '@tanstack/react-query';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { type PhoneNumber, releaseNumber } from '../../data/numbers.ts';
import { t } from '../../lib/i18n/t.ts';
import { useHolders } from './use-holders.ts';

interface ReleaseDialogProps {
  /** Null while the dialog is closed. */
  toDelete: Pick<PhoneNumber, 'id' | 'phone_number' | 'type'> | null;
  /** The page of the trunks opens the dialog, and deletes its trunk. */
  isTrunk?: boolean;
  onClose: () => void;
}

/** Consequences by number type. */
const CONSEQUENCES: Readonly<Record<PhoneNumber['type'], string>> = {
  normal: t('The number goes back to the sandbox or carrier and may be assigned to someone else.'),
  sip: t('Its SIP trunk is deleted, so it no longer takes or places calls. You can connect it again later.'),
  caller_id: t('Your calls no longer show it as caller ID. The number stays yours.'),
};

export function ReleaseDialog({ toDelete, isTrunk = false, onClose }: ReleaseDialogProps) {
  const queries = useQueryClient();
  const holders = useHolders();

  return (
    <ActionDialog
      subject={toDelete}
      ask={({ id, phone_number, type }) => ({
        title: isTrunk
          ? t('Delete {number}?', { number: phone_number })
          : t('Release {number}?', { number: phone_number }),
        text: consequences(type, holders.get(id)?.name),
        action: isTrunk ? t('Delete trunk') : t('Release number'),
      })}
      action={({ id }) => releaseNumber(id)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: ['numbers'] });
        showSuccess(isTrunk ? t('Trunk deleted.') : t('Number released.'));
      }}
      onClose={onClose}
    />
  );
}

function consequences(type: PhoneNumber['type'], holder: string | undefined): string {
  return [
    CONSEQUENCES[type],
    t('Campaigns stop using it.'),
    ...(holder === undefined
      ? []
      : [t('“{name}” can no longer be reached at this number.', { name: holder })]),
    t('Past calls stay.'),
  ].join(' ');
}
