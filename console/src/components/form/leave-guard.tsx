import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { holdUnsaved } from '../../lib/forms/unsaved.ts';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Something was written that is not saved. */
  isDirty: boolean;
  /** Whether the form is kept at another place of the same page, such as another tab; absent: it never is. */
  isKept?: (search: object) => boolean;
}

/** Asks before one leaves a form with changes that would be lost; also when the window is closed. */
export function LeaveGuard({ isDirty, isKept = () => false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(next.pathname === current.pathname && isKept(next.search)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  useEffect(() => (isDirty ? holdUnsaved() : undefined), [isDirty]);
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
