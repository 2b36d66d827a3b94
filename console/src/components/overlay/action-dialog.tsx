import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Question {
  /** `Delete “Front desk”?` */
  title: string;
  /** The consequences, and whether they can be undone. */
  text: ReactNode;
  /** The action as a verb: `Delete`. */
  action: string;
}

interface ActionDialogProps<Subject> {
  /** The object of the action; null while the dialog is closed. */
  subject: Subject | null;
  ask: (subject: Subject) => Question;
  action: (subject: Subject) => Promise<unknown>;
  /** Called after the action, to show a toast and reload data. The dialog closes when its promise resolves. */
  onDone: (subject: Subject) => unknown;
  onClose: () => void;
  /**
   * The action leads away from the subject's page. Until then, queries are only marked as stale, because the page would
   * show a 404.
   */
  isPageLeft?: boolean;
}

/** Confirms an action that can't be undone, and shows its error. */
export function ActionDialog<Subject>(props: ActionDialogProps<Subject>) {
  const { subject, ask, action, onDone, onClose, isPageLeft = false } = props;
  const act = useMutation({
    mutationFn: action,
    meta: { isRemoval: isPageLeft },
    onSuccess: async (_, done) => {
      await onDone(done);
      onClose();
    },
  });
  const close = (): void => {
    // Clear the error of an earlier attempt.
    act.reset();
    onClose();
  };
  const question = subject === null ? { title: '', text: '', action: '' } : ask(subject);
  return (
    <ConfirmDialog
      {...question}
      isOpen={subject !== null}
      onClose={close}
      onConfirm={() => subject !== null && act.mutate(subject)}
      isBusy={act.isPending}
      error={act.error}
    />
  );
}
