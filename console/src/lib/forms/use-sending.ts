import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from './server-errors.ts';

interface Sending {
  /** Validates the form, then submits it. */
  onSubmit: () => Promise<void>;
  isBusy: boolean;
  /** Error of the last attempt that is not about fields. */
  error: unknown;
}

/** Submits a form; validation errors of the server are shown at their fields. */
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
