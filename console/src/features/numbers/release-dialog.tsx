import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { type PhoneNumber, releaseNumber } from '../../data/numbers.ts';

interface ReleaseDialogProps {
  /** Null: nothing is asked. */
  doomed: PhoneNumber | null;
  /** The assistant that answers it. */
  holder: string | undefined;
  onClose: () => void;
}

export function ReleaseDialog({ doomed, holder, onClose }: ReleaseDialogProps) {
  const queries = useQueryClient();
  const release = useMutation({
    mutationFn: releaseNumber,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      tellDone('Number released.');
      onClose();
    },
  });
  const close = (): void => {
    release.reset();
    onClose();
  };
  const loser = holder === undefined ? '' : ` “${holder}” is not reached by it any more.`;
  return (
    <ConfirmDialog
      isOpen={doomed !== null}
      onClose={close}
      title={`Release ${doomed?.phone_number ?? 'the number'}?`}
      text={`It goes back to its carrier, and somebody else may get it. Campaigns that call from it lose it.${loser} Past calls stay.`}
      action="Release"
      onConfirm={() => doomed !== null && release.mutate(doomed.id)}
      isBusy={release.isPending}
      error={release.error}
    />
  );
}
