import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { addToBlacklistRequest } from '#contract/blacklist.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { addToBlacklist } from '../../../data/blacklist.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { showServerErrors } from '../../../lib/forms/server-errors.ts';
import { useRefresh } from '../use-refresh.ts';

interface NumberValues {
  phone_number: string;
  reason: string;
}

export function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const refresh = useRefresh();
  const [keyOf] = useState(intentionKeys);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({
    defaultValues: { phone_number: '', reason: '' },
    resolver: contractResolver<NumberValues, typeof addToBlacklistRequest>(addToBlacklistRequest),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (request) => {
    setError(null);
    try {
      await addToBlacklist(request, keyOf(request));
      await refresh();
      tellDone('The number will not be called.');
      onClose();
    } catch (failure) {
      if (!showServerErrors(form, failure)) setError(failure);
    }
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Never call a number"
      text="Its leads that wait are blacklisted in every campaign. A call under way goes on to its end."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSubmitting}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {error !== null && (
          <div role="alert">
            <Callout kind="bad">{describeError(error)}</Callout>
          </div>
        )}
        <Field
          label="Phone number"
          hint="In international format, such as +40 721 000 000."
          error={errorAt(errors, 'phone_number')}
        >
          {(control) => (
            <Input {...control} {...form.register('phone_number')} type="tel" autoComplete="off" />
          )}
        </Field>
        <Field
          label="Reason"
          hint="For you and your colleagues; may be empty."
          error={errorAt(errors, 'reason')}
        >
          {(control) => <Input {...control} {...form.register('reason')} maxLength={255} />}
        </Field>
      </form>
    </Dialog>
  );
}
