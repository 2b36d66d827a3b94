import { AppError } from '../../../core/errors.ts';

/** The same words for a missing and a foreign one. */
export function senderNotFound(): AppError {
  return new AppError('not-found', 'Sender not found.', { reason: 'SENDER_NOT_FOUND' });
}
