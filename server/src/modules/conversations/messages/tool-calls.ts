import {
  type CallJournal,
  type MadeCall,
  OUTCOME_UNKNOWN,
  type UnreportedCall,
} from '../../../agent/made-calls.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import { storableObject, storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { wasSaid } from './said.ts';

/*
 * Tool calls of the last 24 hours. A call is stored before it is sent, with its idempotency key, and again with its
 * outcome. When the reply is stored, the calls become part of it and keep their keys in case it is not delivered.
 * Without a reply, they are shown in `function_calls` of the customer's message.
 */

/** The customer's message that is being answered. */
export interface Turn {
  userId: number;
  conversationId: number;
  messageId: number;
}

/** A stored call, and the customer's newest message when it was made. */
export interface StoredCall extends MadeCall {
  messageId: number;
}

/** A phone call. */
interface PhoneCall {
  userId: number;
  callId: number;
}

export function callJournal(database: Executor, { userId, ...made }: Turn | PhoneCall): CallJournal {
  const [conversationId, messageId, callId] =
    'callId' in made ? [null, null, made.callId] : [made.conversationId, made.messageId, null];
  return {
    started: async ({ key, round, name, arguments: given }) => {
      // A repeated call belongs to the turn that repeats it, even if a reply contains its earlier outcome.
      await database.query(
        `insert into tool_calls (user_id, conversation_id, message_id, call_id, key, round, name, arguments)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (key) do update set round = excluded.round, result = null,
           message_id = excluded.message_id, reply_id = null`,
        [
          userId,
          conversationId,
          messageId,
          callId,
          key,
          round,
          storableText(name),
          JSON.stringify(storableObject(given)),
        ],
      );
    },
    finished: async (key, result) => {
      await database.query('update tool_calls set result = $3 where user_id = $1 and key = $2', [
        userId,
        key,
        JSON.stringify(storableObject(result)),
      ]);
    },
  };
}

/**
 * Tool calls up to this message that no delivered reply contains, oldest first. Those of turns that ended without a
 * reply are included for 24 hours.
 */
export function readCalls(
  database: Executor,
  { userId, conversationId, messageId }: Turn,
): Promise<StoredCall[]> {
  return database.query(
    `select message_id as "messageId", key, round, name, arguments, result from tool_calls
     where user_id = $1 and conversation_id = $2 and message_id <= $3
       and (reply_id is null or exists (
         select from messages reply where reply.id = tool_calls.reply_id and not ${wasSaid('reply')}))
     order by id`,
    [userId, conversationId, messageId],
  );
}

/**
 * Calls that the customer has not heard about, for another turn.
 * @param history the messages that the model reads with their calls
 */
export function unreportedCalls(
  calls: readonly StoredCall[],
  history: readonly { id: number }[],
): UnreportedCall[] {
  const seen = new Set(history.map(({ id }) => id));
  return calls.map(({ messageId, name, arguments: given, key, result }) => ({
    name,
    arguments: given,
    outcome: { key, result: result ?? OUTCOME_UNKNOWN },
    isUnseen: !seen.has(messageId),
  }));
}

const FUNCTION_CALL = jsonObject<FunctionCall>({
  name: 'name',
  arguments: 'arguments',
  result: `coalesce(result, '${JSON.stringify(OUTCOME_UNKNOWN)}'::json)`,
});

/**
 * SQL fragment for ending a turn without a reply: copies tool calls to `function_calls` of their customer's message. $1
 * is the account.
 * @param rows SQL condition on `tool_calls`
 */
export const SHOW_CALLS = (rows: string): string => `shown as (
  update messages set function_calls = made.calls
  from (
    select message_id, json_agg(${FUNCTION_CALL} order by id) as calls
    from tool_calls where user_id = $1 and ${rows} group by message_id) as made
  where messages.user_id = $1 and messages.id = made.message_id)`;

/** Deletes calls whose idempotency key expired after 24 hours, except those of open turns. */
export async function removeOldCalls(database: Executor): Promise<void> {
  await database.query(
    `delete from tool_calls where created_at < clock_timestamp() - interval '24 hours'
       and not exists (select from turns where turns.message_id = tool_calls.message_id)
       and not exists (select from pending_answers pending where pending.conversation_id = tool_calls.conversation_id)
       and not exists (select from calls where calls.id = tool_calls.call_id and ended_at is null)`,
  );
}
