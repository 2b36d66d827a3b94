import type { Executor } from '../../../db/client.ts';
import type { CallStatus } from '../lifecycle/call-state.ts';
import type { CallRecord } from './call-record.ts';

interface FollowedCall {
  status: CallStatus;
  /** The process that runs it; null if none does. */
  processId: string | null;
  /** When a scheduled call was requested; null once it is dialed or canceled. */
  requestedAt: Date | null;
  /** Null for a scheduled call before it is dialed. */
  initiatedAt: Date | null;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  endReason: string | null;
  durationSeconds: number;
}

/** Null if the account has no such call. */
export async function findFollowed(
  database: Pick<Executor, 'query'>,
  { userId, callId }: { userId: number; callId: number },
): Promise<FollowedCall | null> {
  const [row] = await database.query<FollowedCall>(
    `select status, process_id as "processId", ringing_at as "ringingAt",
       case when status = 'scheduled' then created_at end as "requestedAt",
       case when status not in ('scheduled', 'canceled') then initiated_at end as "initiatedAt",
       answered_at as "answeredAt", ended_at as "endedAt", end_reason as "endReason",
       greatest(0, round(extract(epoch from ended_at - answered_at)))::int as "durationSeconds"
     from calls where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, callId],
  );
  return row ?? null;
}

export const RECORDS_PER_PAGE = 500;

/** Stored records of a call after number `after`, in order, at most `RECORDS_PER_PAGE`. */
export function readRecords(
  database: Pick<Executor, 'query'>,
  { userId, callId, after }: { userId: number; callId: number; after: number },
): Promise<CallRecord[]> {
  return database.query<CallRecord>(
    `with records as (
       select seq, said_at as at, id, 'said' as type, json_build_object('sender', sender, 'speaker', speaker, 'text', content) as data
       from call_transcript where user_id = $1 and call_id = $2
       union all
       select event.seq, coalesce(call.answered_at, call.initiated_at) + event.at_ms * interval '1 millisecond', event.id, event.type, event.data
       from call_events event join calls call on call.id = event.call_id
       where event.user_id = $1 and event.call_id = $2),
     numbered as (
       select coalesce(seq, row_number() over (order by at, type, id))::int as seq, type, at, data from records)
     select seq, type, at, data from numbered where seq > $3 order by seq limit $4`,
    [userId, callId, after, RECORDS_PER_PAGE],
  );
}
