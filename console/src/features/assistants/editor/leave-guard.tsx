import { useBlocker } from '@tanstack/react-router';
import { type Control, useFormState } from 'react-hook-form';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import type { AssistantValues } from './form/assistant-values.ts';

/** Asks before changes are lost with the page; tabs of the same assistant keep them. */
export function LeaveGuard<Sent>({ control }: { control: Control<AssistantValues, unknown, Sent> }) {
  const { isDirty } = useFormState({ control });
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      text="What you changed here is not saved, and is lost when you leave."
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
