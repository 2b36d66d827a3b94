import { type AppError, notFound } from '../../../core/errors.ts';

/** The same error for missing and other accounts' senders. */
export function senderNotFound(): AppError {
  return notFound('Sender');
}
