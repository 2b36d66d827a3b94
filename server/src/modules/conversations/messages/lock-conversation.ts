import type { Executor } from '../../../db/client.ts';

/** Locks a conversation, so that the next statement sees earlier changes of it and of its messages. */
export async function lockConversation(
  transaction: Executor,
  { userId, conversationId }: { userId: number; conversationId: number },
): Promise<void> {
  await transaction.query('select from conversations where user_id = $1 and id = $2 for no key update', [
    userId,
    conversationId,
  ]);
}
