import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { holdUnsaved } from '../../lib/forms/unsaved.ts';
import { t } from '../../lib/i18n/t.ts';
import { isSame } from '../../lib/is-same.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  /**
   * Whether the form stays mounted at another URL of the same page, such as another tab. By default, only if just a
   * dialog opens or closes.
   */
  isKept?: (next: object, current: object) => boolean;
  title?: string;
  text?: string;
}

/** Asks before unsaved changes are lost by leaving a form or closing the window. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isDirty, isKept = isBelowDialog } = props;
  const { title = t('Leave without saving?'), text = t('Your unsaved changes will be lost.') } = props;
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
      action={t('Leave')}
      onConfirm={() => proceed?.()}
    />
  );
}

/** Whether only a dialog opens or closes. */
function isBelowDialog(next: object, current: object): boolean {
  return isSame({ ...next, open: null }, { ...current, open: null });
}
