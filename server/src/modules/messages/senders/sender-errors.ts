import { type AppError, notFound } from '../../../core/errors.ts';

/** The same error for missing senders and those of other accounts, so that it does not reveal their existence. */
export function senderNotFound(): AppError {
  return notFound('Sender');
}
