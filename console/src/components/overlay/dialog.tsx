import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useFocusReturn } from '../../lib/focus/use-focus-return.ts';
import { t } from '../../lib/i18n/t.ts';
import { isSame } from '../../lib/is-same.ts';
import { IconButton } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** One sentence on the purpose. */
  text?: ReactNode;
  children: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  /** Closed only by its buttons, because its content is shown once. */
  isHeld?: boolean;
  /** There is unsaved input: closing other than by its buttons asks first. */
  isDirty?: boolean;
  /** `side`: full height at the right edge, for long content. */
  shape?: 'middle' | 'wide' | 'side';
}

const SHAPES = {
  middle: 'top-[12vh] left-1/2 max-h-[76vh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 rounded-xl',
  wide: 'top-[6vh] left-1/2 max-h-[88vh] w-[min(56rem,calc(100vw-2rem))] -translate-x-1/2 rounded-xl',
  side: 'inset-y-0 right-0 h-dvh w-[min(40rem,100vw)] border-y-0 border-r-0',
} as const;

const ASKING = t('Close without saving?');
const LOSS = t('Your unsaved changes will be lost.');

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, text, children, actions, shape = 'middle' } = props;
  const { isHeld = false, isDirty = false } = props;
  const [isAsking, setAsking] = useState(false);
  const { keep, giveBack } = useFocusReturn();
  const hold = (event: Event): void => {
    if (isHeld) event.preventDefault();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && (isDirty ? setAsking(true) : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...(text === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            keep();
            focusFirstField(event);
          }}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={hold}
          onInteractOutside={(event) => {
            hold(event);
            // Toasts lie above the dialog.
            if (event.target instanceof Element && event.target.closest('[data-toasts]'))
              event.preventDefault();
          }}
          className={classNames(
            'fixed z-50 flex flex-col border border-line bg-raised shadow-raised focus:outline-none',
            SHAPES[shape],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="wrap-anywhere min-w-0">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {text && <Radix.Description className="mt-1 text-ink-soft text-sm">{text}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label={t('Close')}>
                <X />
              </IconButton>
            </Radix.Close>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long content must be scrollable by keyboard. */}
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 -outline-offset-2">
            {children}
          </div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {actions}
            </footer>
          )}
          <LeaveGuard
            isDirty={isOpen && (isDirty || isHeld)}
            isKept={isSame}
            title={ASKING}
            text={isHeld ? t('This is shown only once.') : LOSS}
          />
          <ConfirmDialog
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            title={ASKING}
            text={LOSS}
            action={t('Close')}
            onConfirm={onClose}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Chosen values of select fields are also in hidden elements. */
const FIELD = 'input:not([type="hidden"], :disabled, [aria-hidden]), textarea, select:not([aria-hidden])';

/** Focus the first field of a form; otherwise the close button gets the focus. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement)) return;
  const field = content.querySelector<HTMLElement>(FIELD);
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
