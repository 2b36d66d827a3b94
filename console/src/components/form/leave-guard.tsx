import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { holdUnsaved } from '../../lib/forms/unsaved.ts';
import { isSame } from '../../lib/is-same.ts';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Something was written that is not saved. */
  isDirty: boolean;
  /** Whether the form is kept at another place of the same page, such as another tab; absent: only below a dialog. */
  isKept?: (next: object, current: object) => boolean;
  title?: string;
  text?: string;
}

/** Asks before one leaves a form with changes that would be lost; also when the window is closed. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isDirty, isKept = isBelowDialog } = props;
  const { title = 'Leave without saving?', text = 'What you have changed here is lost.' } = props;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(next.pathname === current.pathname && isKept(next.search, current.search)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  useEffect(() => (isDirty ? holdUnsaved() : undefined), [isDirty]);
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title={title}
      text={text}
      action="Leave"
      onConfirm={() => proceed?.()}
    />
  );
}

/** Whether nothing but a dialog comes or goes. */
function isBelowDialog(next: object, current: object): boolean {
  return isSame({ ...next, open: null }, { ...current, open: null });
}
