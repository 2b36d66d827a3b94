import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Something was written that is not saved. */
  isDirty: boolean;
  /** Whether a way leads out of the form; absent: every way does. */
  isAway?: (next: { pathname: string; search: object }) => boolean;
}

/** Asks before one leaves a form with changes that would be lost; also when the window is closed. */
export function LeaveGuard({ isDirty, isAway = () => true }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && isAway(next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      text="What you have changed here is lost."
      action="Leave"
      onConfirm={() => proceed?.()}
    />
  );
}
