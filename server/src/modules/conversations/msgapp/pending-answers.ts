import type { Executor } from '../../../db/client.ts';
import { MODEL_CALLS } from '../messages/ledger.ts';
import type { PricedModelCall } from '../messages/priced-call.ts';
import type { UnansweredReason } from './inbound-store.ts';

/** A customer's turn that this process answers. */
export interface PendingAnswer {
  conversation_id: number;
  user_id: number;
  /** The newest message: the answer is to all up to it. */
  message_id: number;
  /** Tries with this one. */
  attempts: number;
}

const RETURNED = 'conversation_id, user_id, message_id, attempts';

/**
 * Takes a turn that nobody answers, or whose process is dead; a turn is never answered longer than ten minutes.
 * Null: another answers it, this process does, or there is none.
 */
export async function claimAnswer(
  database: Executor,
  conversationId: number,
  processId: string,
): Promise<PendingAnswer | null> {
  const [row] = await database.query<PendingAnswer>(
    `update pending_answers set process_id = $2, claimed_at = clock_timestamp(), attempts = attempts + 1
     where conversation_id = $1 and (process_id is null or not is_process_alive(process_id)
       or claimed_at < clock_timestamp() - interval '10 minutes')
     returning ${RETURNED}`,
    [conversationId, processId],
  );
  return row ?? null;
}

/** The turn as it is now; null: this process does not hold it any more. */
export async function readClaimed(
  database: Executor,
  conversationId: number,
  processId: string,
): Promise<PendingAnswer | null> {
  const [row] = await database.query<PendingAnswer>(
    `select ${RETURNED} from pending_answers where conversation_id = $1 and process_id = $2`,
    [conversationId, processId],
  );
  return row ?? null;
}

/** Lets others take the turn, or this process later. */
export async function releaseAnswer(
  database: Executor,
  conversationId: number,
  processId: string,
): Promise<void> {
  await database.query(
    'update pending_answers set process_id = null where conversation_id = $1 and process_id = $2',
    [conversationId, processId],
  );
}

/** Ends a turn without an answer and says why; one that has got a newer message meanwhile goes on. */
export async function dropAnswer(
  database: Executor,
  pending: PendingAnswer,
  reason: UnansweredReason | null,
): Promise<void> {
  await database.query(
    `with dropped as (
       delete from pending_answers where conversation_id = $1 and message_id = $2 returning message_id)
     update received_messages set unanswered_reason = $3
     where message_id = (select message_id from dropped) and $3::text is not null`,
    [pending.conversation_id, pending.message_id, reason],
  );
}

/** The turn waits again, as what was to answer it has not left; a newer turn that waits already is enough. */
export async function reopenAnswer(
  database: Executor,
  pending: PendingAnswer,
  failedMessageId: number,
): Promise<void> {
  await database.query(
    `with freed as (
       update messages set reply_to = null where id = $3 and reply_to = $4 returning id)
     insert into pending_answers (conversation_id, user_id, message_id, attempts)
     select $1, $2, $4, $5 from freed
     on conflict (conversation_id) do update set process_id = null`,
    [pending.conversation_id, pending.user_id, failedMessageId, pending.message_id, pending.attempts],
  );
}

/** Says beside a customer's message why nobody has answered it. */
export async function markUnanswered(
  database: Executor,
  pending: PendingAnswer,
  reason: UnansweredReason,
): Promise<void> {
  await database.query(
    'update received_messages set unanswered_reason = $3 where user_id = $1 and message_id = $2',
    [pending.user_id, pending.message_id, reason],
  );
}

/** Conversations whose customers wait and whom nobody answers. */
export async function findWaiting(database: Executor): Promise<number[]> {
  const rows = await database.query<{ conversation_id: number }>(
    `select conversation_id from pending_answers
     where process_id is null or not is_process_alive(process_id)
       or claimed_at < clock_timestamp() - interval '10 minutes'
     order by created_at limit 1000`,
  );
  return rows.map((row) => row.conversation_id);
}

/** What the models used, whatever became of the turn. */
export async function insertModelCalls(
  database: Executor,
  pending: PendingAnswer,
  calls: readonly PricedModelCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await database.query(`with ${MODEL_CALLS({ message: '$3' }, '$4')} select 1`, [
    pending.user_id,
    pending.conversation_id,
    pending.message_id,
    JSON.stringify(calls),
  ]);
}
