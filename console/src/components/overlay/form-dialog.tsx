import { type FormEvent, useId, useState } from 'react';
import { describeError, fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { Callout } from '../feedback/callout.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Omit<DialogProps, 'isOpen' | 'actions' | 'isDirty'> {
  /** The action as a verb: `Save`. */
  action: string;
  onSubmit: () => unknown;
  /** False hides the submit button while there is nothing to send. */
  isReady?: boolean;
  isBusy?: boolean;
  /** Error of the last attempt; field errors are shown at their fields. */
  error?: unknown;
}

/** A dialog with a form: fields, error, submit and cancel. */
export function FormDialog(props: FormDialogProps) {
  const { action, onSubmit, isReady = true, isBusy, error, children, ...frame } = props;
  const id = useId();
  const [isTyped, setTyped] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      {...frame}
      isOpen
      isDirty={isTyped}
      actions={
        <>
          <Button onClick={frame.onClose}>{t('Cancel')}</Button>
          {isReady && (
            <Button type="submit" form={id} variant="primary" isBusy={isBusy}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form id={id} onSubmit={submit} onInput={() => setTyped(true)} noValidate className="grid gap-5">
        {error && Object.keys(fieldErrors(error)).length === 0 ? (
          <div role="alert">
            <Callout kind="bad">{describeError(error)}</Callout>
          </div>
        ) : null}
        {children}
      </form>
    </Dialog>
  );
}
