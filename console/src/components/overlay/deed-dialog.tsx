import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Question {
  /** `Delete “Front desk”?` */
  title: string;
  /** What it does to whom, and whether it can be taken back. */
  text: ReactNode;
  /** The deed as a verb: `Delete`. */
  action: string;
}

interface DeedDialogProps<Subject> {
  /** What the deed would be done to; null: nothing is asked. */
  subject: Subject | null;
  ask: (subject: Subject) => Question;
  deed: (subject: Subject) => Promise<unknown>;
  /** Tells of it, and brings what is shown up to date; the question stands there until it is. */
  onDone: (subject: Subject) => unknown;
  onClose: () => void;
  /** The subject's own page is left by it, which is not asked for again meanwhile. */
  isPageLeft?: boolean;
}

/** Asks before it does something that cannot be taken back, and says why it could not be done. */
export function DeedDialog<Subject>(props: DeedDialogProps<Subject>) {
  const { subject, ask, deed, onDone, onClose, isPageLeft = false } = props;
  const act = useMutation({
    mutationFn: deed,
    meta: { isRemoval: isPageLeft },
    onSuccess: async (_, done) => {
      await onDone(done);
      onClose();
    },
  });
  const close = (): void => {
    // Who asks again has not failed yet.
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
