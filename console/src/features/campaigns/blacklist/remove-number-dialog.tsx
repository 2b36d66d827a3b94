import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { type BlacklistedNumber, removeFromBlacklist } from '../../../data/blacklist.ts';

interface RemoveNumberDialogProps {
  /** Null: nobody asked. */
  number: BlacklistedNumber | null;
  onClose: () => void;
}

export function RemoveNumberDialog({ number, onClose }: RemoveNumberDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: number) => removeFromBlacklist(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['blacklist'] });
      tellDone('The number may be called again.');
      onClose();
    },
  });
  const close = (): void => {
    remove.reset();
    onClose();
  };
  const asked = number?.source === 'call' ? 'They asked in a call not to be called again. ' : '';
  return (
    <ConfirmDialog
      isOpen={number !== null}
      onClose={close}
      title={`Let ${number?.phone_number ?? 'it'} be called again?`}
      text={`${asked}Its leads stay blacklisted until you let each of them be called anew.`}
      action="Take off the list"
      onConfirm={() => number !== null && remove.mutate(number.id)}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}
