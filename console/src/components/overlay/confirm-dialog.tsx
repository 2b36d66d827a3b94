import * as Radix from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { describeError } from '../../lib/api/api-error.ts';
import { useFocusReturn } from '../../lib/focus/use-focus-return.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A question: `Delete “Front desk”?` */
  title: string;
  /** The consequences, and whether they can be undone. */
  text: ReactNode;
  /** The action as a verb: `Delete`. */
  action: string;
  onConfirm: () => void;
  /** The action loses no data: shows a primary button instead of a red one. */
  isHarmless?: boolean;
  isBusy?: boolean;
  /** Error of the last attempt. */
  error?: unknown;
}

/** Asks before an action that can't be undone or costs money. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onClose,
    title,
    text,
    action,
    onConfirm,
    isHarmless = false,
    isBusy = false,
    error,
  } = props;
  const { keep, giveBack } = useFocusReturn();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          onOpenAutoFocus={keep}
          onCloseAutoFocus={giveBack}
          className="wrap-anywhere fixed top-[20vh] left-1/2 z-50 max-h-[76vh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-xl border border-line bg-raised p-5 shadow-raised"
        >
          <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-soft">{text}</Radix.Description>
          {error ? (
            <p role="alert" className="mt-3 text-bad text-sm">
              {describeError(error)}
            </p>
          ) : null}
          <div className="mt-5 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{t('Cancel')}</Button>
            </Radix.Cancel>
            <Button variant={isHarmless ? 'primary' : 'danger'} isBusy={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
