import type { Database } from '../../../db/client.ts';
import { forgetSummary } from './summary-requests.ts';

export type Rewound =
  | { kind: 'rewound'; messageCount: number }
  | { kind: 'missing' }
  /** The conversation is not a test, so a real person has read it. */
  | { kind: 'not-a-test' }
  /** A reply is being generated. */
  | { kind: 'busy' };

/**
 * Removes all messages of a test conversation after the first `kept`. Charges and model usage are kept. A lock prevents
 * concurrent messages.
 */
export function rewindConversation(
  database: Database,
  about: { userId: number; uuid: string; kept: number },
): Promise<Rewound> {
  return database.transaction(async (transaction) => {
    const [conversation] = await transaction.query<{ id: number; type: string }>(
      'select id, type from conversations where user_id = $1 and uuid = $2 for update',
      [about.userId, about.uuid],
    );
    if (conversation === undefined) return { kind: 'missing' };
    if (conversation.type !== 'test') return { kind: 'not-a-test' };
    const turns = await transaction.query('select from turns where user_id = $1 and conversation_id = $2', [
      about.userId,
      conversation.id,
    ]);
    if (turns.length > 0) return { kind: 'busy' };
    const removed = await transaction.query<{ id: number }>(
      'select id from messages where user_id = $1 and conversation_id = $2 order by id offset $3',
      [about.userId, conversation.id, about.kept],
    );
    const ids = removed.map(({ id }) => id);
    await transaction.query(
      'update model_calls set message_id = null where user_id = $1 and message_id = any ($2::bigint[])',
      [about.userId, ids],
    );
    await transaction.query('delete from messages where user_id = $1 and id = any ($2::bigint[])', [
      about.userId,
      ids,
    ]);
    const [firstId] = ids;
    if (firstId !== undefined) {
      await forgetSummary(transaction, { userId: about.userId, conversationId: conversation.id, firstId });
    }
    const [row] = await transaction.query<{ message_count: number }>(
      `update conversations set message_count = message_count - $3, updated_at = clock_timestamp()
       where user_id = $1 and id = $2 returning message_count`,
      [about.userId, conversation.id, ids.length],
    );
    return { kind: 'rewound', messageCount: row?.message_count ?? 0 };
  });
}
