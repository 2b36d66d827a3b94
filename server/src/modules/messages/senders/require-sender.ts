import { type AppError, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';
import { findSenderRow, type SenderRow } from './sender-store.ts';

/** The same error for missing senders and those of other accounts, so that it does not reveal their existence. */
export function senderNotFound(): AppError {
  return notFound('Sender');
}

export async function requireSender(database: Executor, userId: number, id: number): Promise<SenderRow> {
  const sender = await findSenderRow(database, userId, id);
  if (sender === null) throw senderNotFound();
  return sender;
}

export async function requireSandboxSender(
  database: Executor,
  userId: number,
  id: number,
): Promise<SenderRow> {
  const sender = await requireSender(database, userId, id);
  if (sender.provider !== SANDBOX_CARRIER) throw senderNotFound();
  return sender;
}
