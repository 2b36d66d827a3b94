import type { Executor } from '../../../db/client.ts';
import type { RecordEvent } from '../../../events/event.ts';

interface OwnCall {
  userId: number;
  callId: number;
}

/** Hides a call and requests its end if it is live. False if the account has no such call. */
export async function hideCall(database: Executor, { userId, callId }: OwnCall): Promise<boolean> {
  const rows = await database.query(
    `update calls set deleted_at = clock_timestamp(),
       hang_up_at = coalesce(hang_up_at, case when ended_at is null then clock_timestamp() end)
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, callId],
  );
  return rows.length > 0;
}

/**
 * Removes a deleted call with its recording and webhook data, but not before its end was recorded. For a campaign call
 * a row with time and outcome stays for the statistics, without numbers or content.
 */
export async function removeDeleted(
  transaction: Executor,
  recordEvent: RecordEvent,
  { userId, callId }: OwnCall,
): Promise<void> {
  const removed = await transaction.query(
    `with deleted as (
       select id, campaign_id from calls
       where user_id = $1 and id = $2 and deleted_at is not null and recorded_at is not null for update),
     removed as (delete from calls where id in (select id from deleted where campaign_id is null)),
     emptied as (
       update calls set client_phone_number = null, assistant_phone_number = null, variables = '{}',
         given_variables = '{}', carrier_call_id = null, end_reason = null, evaluation = null, evaluation_error = null,
         recording_key = null, recording_rate_hz = null, recording_ringing_ms = null, request_key = null,
         request_hash = null
       where id in (select id from deleted where campaign_id is not null) returning id),
     transcript as (delete from call_transcript where call_id in (select id from emptied)),
     events as (delete from call_events where call_id in (select id from emptied)),
     recording as (delete from call_recording_pieces where call_id in (select id from emptied)),
     models as (delete from model_calls where call_id in (select id from emptied)),
     legs as (delete from second_legs where call_id in (select id from emptied))
     select id from deleted`,
    [userId, callId],
  );
  if (removed.length === 0) return;
  await recordEvent(transaction, { type: 'deleted', subject: 'call', userId, subjectId: String(callId) });
}
