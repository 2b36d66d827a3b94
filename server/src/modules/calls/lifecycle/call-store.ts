import type { Executor } from '../../../db/client.ts';
import { IS_HANG_UP_DUE } from '../endings/pending-hang-ups.ts';
import type { CallType } from '../rules.ts';
import { type CallChange, type CallState, type CallStatus, type FailureCause, isOver } from './call-state.ts';

/** A call as those who hold it know it. */
export interface HeldCall {
  id: number;
  userId: number;
  assistantId: number;
  type: CallType;
  attemptId: string;
  /** The number of the account that the call goes over; null on web calls. */
  phoneNumberId: number | null;
  assistantPhone: string | null;
  clientPhone: string | null;
  /** The assistant's own, and over them what is known of this call. */
  variables: Record<string, unknown>;
  /** Names of those that came with the call. */
  given: readonly string[];
  ringingTimeMs: number;
  /** Absent: it is no call of a campaign. */
  leadId?: number;
  campaignName?: string;
}

/** SQL for a call as those who hold it know it. */
const HELD = `id, user_id as "userId", assistant_id as "assistantId", type, attempt_id as "attemptId",
  phone_number_id as "phoneNumberId", assistant_phone_number as "assistantPhone",
  client_phone_number as "clientPhone", variables, given_variables as given, ringing_time_ms as "ringingTimeMs"`;

interface NewCall extends Omit<HeldCall, 'id' | 'attemptId'> {
  /** Null: whoever has room takes it. */
  processId: string | null;
  /** Of its number; null on web calls. */
  provider: string | null;
  /** The carrier's name of a call that came in. */
  carrierCallId?: string;
  /** What another process tells the caller, in JSON; null: they notice by themselves. */
  pendingHangUp?: string | null;
  /** Of a call that a browser brings: SHA-256 of its token, and until when it may come. */
  media?: { tokenHash: Buffer; expiresAt: Date };
  /** No carrier takes anything. */
  isFree?: boolean;
  named?: { key: string; hash: string } | null;
}

/** Null: an earlier try of the same request has stored it. */
export async function insertCall(database: Executor, call: NewCall): Promise<HeldCall | null> {
  const { media, named } = call;
  const [row] = await database.query<HeldCall>(
    `insert into calls (user_id, assistant_id, type, phone_number_id, assistant_phone_number, client_phone_number,
       variables, given_variables, ringing_time_ms, process_id, carrier_call_id, media_token_hash, media_expires_at,
       request_key, request_hash, carrier_cost_micros, farewell, number_provider)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, case when $16 then 0 end, $17, $18)
     on conflict (user_id, request_key) where request_key is not null do nothing
     returning ${HELD}`,
    [
      ...[
        call.userId,
        call.assistantId,
        call.type,
        call.phoneNumberId,
        call.assistantPhone,
        call.clientPhone,
      ],
      ...[JSON.stringify(call.variables), call.given, call.ringingTimeMs, call.processId],
      call.carrierCallId ?? null,
      ...[media?.tokenHash ?? null, media?.expiresAt ?? null, named?.key ?? null, named?.hash ?? null],
      ...[call.isFree ?? false, call.pendingHangUp ?? null, call.provider],
    ],
  );
  return row ?? null;
}

/** SQL that holds for outbound calls that wait for somebody to dial them. */
const WAITS = `ended_at is null and process_id is null and type = 'outbound' and status = 'initiated'
  and hang_up_at is null`;

/** How many outbound calls wait for somebody to dial them, counted up to `most`. */
export async function countDials(database: Pick<Executor, 'query'>, most: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from (select from calls where ${WAITS} limit $1) as waiting`,
    [most],
  );
  return row?.count ?? 0;
}

/**
 * SQL that holds for the calls of this list, and locks them in the order of their ids before the first of them is changed. Statements
 * that change many calls at a time would else wait for each other in a circle, which PostgreSQL notices only after a second.
 * @param ids SQL for an array of ids
 */
export function lockedInOrder(ids: string): string {
  return `calls.id = any(array(select id from calls where id = any(${ids}) order by id for no key update))`;
}

/** SQL that holds unless a call is for telephones that another living process alone can reach. */
const REACHED_HERE = `(client_phone_number like '+%' or not exists (
  select from phone_numbers number join sip_bindings binding on binding.phone_number_id = number.id
  where number.user_id = calls.user_id and number.phone_number = calls.client_phone_number
    and binding.expires_at > clock_timestamp()
  having bool_or(is_process_alive(binding.process_id))
    and not bool_or(binding.is_direct or binding.process_id = $1)))`;

/** Outbound calls that wait for somebody to dial them, taken by this process: each by one. */
export function claimDials(
  database: Pick<Executor, 'query'>,
  { processId, limit }: { processId: string; limit: number },
): Promise<HeldCall[]> {
  return database.query<HeldCall>(
    `update calls set process_id = $1, seen_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = any(array(
       select id from calls
       where ${WAITS} and ${REACHED_HERE}
       order by id limit $2 for update skip locked))
     returning ${HELD}`,
    [processId, limit],
  );
}

/** The web call of a token, taken by this process, once; null: there is none, or its time is over. */
export async function claimMedia(
  database: Executor,
  about: { processId: string; tokenHash: Buffer; now: Date },
): Promise<HeldCall | null> {
  const [row] = await database.query<HeldCall>(
    `update calls set process_id = $1, media_token_hash = null, seen_at = clock_timestamp(),
       updated_at = clock_timestamp()
     where media_token_hash = $2 and media_expires_at > $3 and ended_at is null and process_id is null
       and hang_up_at is null
     returning ${HELD}`,
    [about.processId, about.tokenHash, about.now],
  );
  return row ?? null;
}

export interface StateRow {
  status: CallStatus;
  ringing_at: Date | null;
  answered_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
}

/** Checks at run time what the table's constraints hold. */
export function asState(row: StateRow): CallState {
  const { status, ringing_at: ringingAt, answered_at: answeredAt, ended_at: endedAt } = row;
  const reason = row.end_reason ?? '';
  if (status === 'initiated') return { status };
  if (status === 'ringing' && ringingAt !== null) return { status, ringingAt };
  if (status === 'in-progress' && answeredAt !== null) return { status, ringingAt, answeredAt };
  if (endedAt !== null) {
    if (status === 'failed') return { status, ringingAt, answeredAt, endedAt, reason };
    if (status === 'busy' || status === 'no-answer') return { status, ringingAt, endedAt, reason };
    const isCompleted =
      status === 'completed' || status === 'ended_by_customer' || status === 'ended_by_assistant';
    if (isCompleted && answeredAt !== null) return { status, ringingAt, answeredAt, endedAt, reason };
  }
  throw new Error(`A call is ${status} without what belongs to that.`);
}

/** A call, if it is held by whom the caller believes: a process by its id, nobody, or whoever it is. */
export interface BelievedCall {
  callId: number;
  heldBy: { processId: string } | 'nobody' | 'anyone';
}

/** A call's state, and no other change of it until the transaction ends; null: it is gone, or held by somebody else. */
export async function lockState(
  transaction: Executor,
  { callId, heldBy }: BelievedCall,
): Promise<CallState | null> {
  const [row] = await transaction.query<StateRow>(
    `select status, ringing_at, answered_at, ended_at, end_reason from calls
     where id = $1 and case $2 when 'anyone' then true when 'nobody' then process_id is null
       else process_id::text = $2 end for update`,
    [callId, typeof heldBy === 'string' ? heldBy : heldBy.processId],
  );
  return row === undefined ? null : asState(row);
}

/** Who is to blame for it; null: nobody is. */
export function causeOf(change: CallChange): FailureCause | null {
  return 'cause' in change ? (change.cause ?? null) : null;
}

/** @returns the lead that was called; null: none */
export async function storeState(
  transaction: Executor,
  callId: number,
  { state, cause }: { state: CallState; cause: FailureCause | null },
): Promise<number | null> {
  const over = 'endedAt' in state ? state : null;
  const [row] = await transaction.query<{ lead_id: number | null }>(
    `update calls set status = $2, ringing_at = $3, answered_at = $4, ended_at = $5, end_reason = $6,
       process_id = case when $7 then null else process_id end,
       media_token_hash = case when $7 then null else media_token_hash end,
       farewell = case when $7 then null else farewell end,
       failure_cause = coalesce($8, failure_cause), seen_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 returning lead_id`,
    [
      ...[callId, state.status, 'ringingAt' in state ? state.ringingAt : null],
      ...['answeredAt' in state ? state.answeredAt : null, over?.endedAt ?? null, over?.reason ?? null],
      ...[isOver(state), cause],
    ],
  );
  return row?.lead_id ?? null;
}

/** What is known of a call beside its state. */
export async function noteCall(
  database: Executor,
  callId: number,
  facts: {
    carrierCallId?: string | null;
    failureCode?: string | null;
    answeredBy?: string | null;
  },
): Promise<void> {
  await database.query(
    `update calls set carrier_call_id = coalesce($2, carrier_call_id), failure_code = coalesce($3, failure_code),
       answered_by = coalesce($4, answered_by), updated_at = clock_timestamp()
     where id = $1`,
    [callId, facts.carrierCallId ?? null, facts.failureCode ?? null, facts.answeredBy ?? null],
  );
}

/** Asks for the end of a call; false: there is no such call of the account. Whoever holds it hears of it. */
export async function askHangUp(
  database: Executor,
  { userId, callId }: { userId: number; callId: number },
): Promise<boolean> {
  const rows = await database.query(
    `update calls set hang_up_at = coalesce(hang_up_at, case when ended_at is null then clock_timestamp() end)
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, callId],
  );
  return rows.length > 0;
}

/** How the calls of this process stand. */
interface ShownAlive {
  /** Those that are not among them were taken away: the others believed that this process was dead. */
  calls: { id: number; userId: number; isHangUp: boolean }[];
  /** Somebody is owed a farewell: asked along, so that nobody asks for it every second. */
  isHangUpDue: boolean;
}

/** Shows that this process holds its calls still; says which of them somebody wants to end. */
export async function showAlive(database: Executor, processId: string): Promise<ShownAlive> {
  const [row] = await database.query<ShownAlive>(
    `with shown as (
       update calls set seen_at = clock_timestamp()
       where ${lockedInOrder('array(select id from calls where process_id = $1 and ended_at is null)')}
         and process_id = $1 and ended_at is null
       returning id, user_id, hang_up_at is not null as is_hang_up)
     select coalesce(json_agg(json_build_object('id', id, 'userId', user_id, 'isHangUp', is_hang_up)), '[]') as calls,
       ${IS_HANG_UP_DUE} as "isHangUpDue"
     from shown`,
    [processId],
  );
  return row ?? { calls: [], isHangUpDue: false };
}
