import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { MODEL_CALLS } from '../messages/ledger.ts';
import { lockConversation } from '../messages/lock-conversation.ts';
import type { PricedModelCall } from '../messages/priced-call.ts';
import { wasSaid } from '../messages/said.ts';
import type { chatModel } from '../reply/chat-model.ts';
import type { SaidMessage } from '../reply/message-for-model.ts';
import { SAID } from '../reply/said-message-sql.ts';

export interface Thread {
  userId: number;
  conversationId: number;
}

export interface UnsummarizedMessage extends SaidMessage {
  id: number;
  role: 'user' | 'assistant';
}

export interface Unsummarized {
  summary: string | null;
  /** The newest message of the summary; 0 without one. */
  summarizedUntil: number;
  /** Null if it was deleted. */
  assistant: Parameters<typeof chatModel>[1] | null;
  /** Messages after the summary, oldest first; not all if there are many. */
  messages: UnsummarizedMessage[];
}

const ASSISTANT = jsonObject<NonNullable<Unsummarized['assistant']>>({
  mode: 'mode',
  llm_model_id: 'llm_model_id',
  chat_llm_fallback_id: 'chat_llm_fallback_id',
});

const MESSAGE = jsonObject<UnsummarizedMessage>({ ...SAID, id: 'id', role: 'role' });

const MAX_MESSAGES = 500;

export async function loadUnsummarized(
  database: Executor,
  { userId, conversationId }: Thread,
): Promise<Unsummarized | null> {
  const [row] = await database.query<Unsummarized>(
    `select talk.summary, talk.summarized_until as "summarizedUntil",
       (select ${ASSISTANT} from assistants
        where assistants.id = talk.assistant_id and deleted_at is null) as assistant,
       coalesce((select json_agg(${MESSAGE} order by id) from (
         select * from messages
         where conversation_id = talk.id and id > talk.summarized_until and ${wasSaid('messages')}
         order by id limit $3) as marked), '[]') as messages
     from conversations talk where talk.user_id = $1 and talk.id = $2`,
    [userId, conversationId, MAX_MESSAGES],
  );
  return row ?? null;
}

/**
 * Stores a new summary.
 * @param about `messages`: those that it adds
 * @returns false if the earlier summary or one of the messages has changed since they were read
 */
export async function storeSummary(
  transaction: Executor,
  { userId, conversationId }: Thread,
  about: { earlier: Unsummarized; messages: readonly UnsummarizedMessage[]; summary: string },
): Promise<boolean> {
  const { earlier, messages, summary } = about;
  // Edits and deletions lock the conversation first, so the next statement sees those that came before.
  await lockConversation(transaction, { userId, conversationId });
  const rows = await transaction.query(
    `update conversations set summary = $3, summarized_until = $4
     where user_id = $1 and id = $2 and summarized_until = $5 and summary is not distinct from $6
       and (select count(*) from messages
         join unnest($7::bigint[], $8::text[]) as read (id, content)
           on read.id = messages.id and read.content = messages.content) = cardinality($7::bigint[])
     returning id`,
    [
      userId,
      conversationId,
      summary,
      messages.at(-1)?.id ?? earlier.summarizedUntil,
      earlier.summarizedUntil,
      earlier.summary,
      messages.map(({ id }) => id),
      messages.map(({ content }) => content),
    ],
  );
  return rows.length > 0;
}

/** Stores model calls of a summary, including failed ones. */
export async function insertSummaryCalls(
  database: Executor,
  { userId, conversationId }: Thread,
  calls: readonly PricedModelCall[],
): Promise<void> {
  await database.query(`with ${MODEL_CALLS({ message: 'null::bigint' }, '$3')} select 1`, [
    userId,
    conversationId,
    JSON.stringify(calls),
  ]);
}
