import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from './server-errors.ts';

interface Sending {
  /** Checks the form, then sends it. */
  onSubmit: () => Promise<void>;
  isBusy: boolean;
  /** Of the last try, where it is no matter of fields. */
  error: unknown;
}

/** The way of a form to the server: what that refuses of a field stands at the field. */
export function useSending<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (request: Sent) => Promise<unknown>,
): Sending {
  const [error, setError] = useState<unknown>(null);
  const onSubmit = form.handleSubmit(async (request) => {
    setError(null);
    try {
      await send(request);
    } catch (failure) {
      if (!showServerErrors(form, failure)) setError(failure);
    }
  });
  return { onSubmit, isBusy: form.formState.isSubmitting, error };
}
