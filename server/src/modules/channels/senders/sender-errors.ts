import { type AppError, notFound } from '../../../core/errors.ts';

/** The same words for a missing and a foreign one. */
export function senderNotFound(): AppError {
  return notFound('Sender');
}
