import type { CallOverrides } from '#contract/calls.ts';
import type { SipHeader } from '#contract/sip-headers.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { claimsIn } from '../../../work/claims.ts';
import type { CallType } from '../rules.ts';
import { type CallChange, type CallState, type CallStatus, type FailureCause, isOver } from './call-state.ts';
import { IN_LIVE_CALL, IS_LIVE } from './live-calls.ts';
import { IS_HANG_UP_DUE } from './pending-hang-ups.ts';

/** A call as the process that runs it knows it. */
export interface ActiveCall {
  id: number;
  userId: number;
  assistantId: number;
  type: CallType;
  attemptId: string;
  /** The account's number; null for web calls. */
  phoneNumberId: number | null;
  assistantPhone: string | null;
  clientPhone: string | null;
  /** The assistant's variables, overridden by the call's. */
  variables: Record<string, unknown>;
  /** Names of variables given with the call. */
  given: readonly string[];
  ringingTimeMs: number;
  /** Given with the call; sent if it goes over a SIP trunk. */
  sipHeaders?: readonly SipHeader[];
  /** Fields of the assistant that this call replaces; absent or null without any. */
  overrides?: CallOverrides | null;
  /** Present in scheduled calls only. */
  schedule?: Schedule | null;
  /** True in inbound calls of customers who opted out; other calls to them are refused. */
  hasOptedOut?: boolean;
  /** Present in campaign calls only, as `campaignName`. */
  leadId?: number;
  campaignName?: string;
  /** Set if an earlier call to the lead broke off. */
  isContinued?: boolean;
}

/** Time of a scheduled call, and the checks at that time. */
export interface Schedule {
  /** In milliseconds since 1970. */
  atMs: number;
  /** Time zones in which the legal hours must allow the call, joined by `&`; null if hours are not checked. */
  zoneKey: string | null;
  /** Calls a person who is in another call of the account. */
  isParallelAllowed: boolean;
  /** The customer asked for the call. */
  isCallback: boolean;
}

/** SQL condition: an answered call that failed or that our side cut off. */
export const BROKE_OFF = (call: string): string =>
  `${call}.answered_at is not null and (${call}.status = 'failed' or ${call}.failure_cause in ('process', 'account'))`;

const SCHEDULE = jsonObject<Schedule>({
  atMs: 'extract(epoch from scheduled_at) * 1000',
  zoneKey: 'zone_key',
  isParallelAllowed: 'allows_parallel',
  isCallback: 'is_callback',
});

/** SQL for the columns of an `ActiveCall`. */
const CALL_COLUMNS = `id, user_id as "userId", assistant_id as "assistantId", type, attempt_id as "attemptId",
  phone_number_id as "phoneNumberId", assistant_phone_number as "assistantPhone",
  client_phone_number as "clientPhone", variables, given_variables as given, sip_headers as "sipHeaders",
  type = 'inbound' and is_unreachable(user_id, client_phone_number) as "hasOptedOut", ringing_time_ms as "ringingTimeMs",
  overrides, case when scheduled_at is not null then ${SCHEDULE} end as schedule`;

interface NewCall extends Omit<ActiveCall, 'id' | 'attemptId'> {
  /** Null if any voice process may claim the call. */
  processId: string | null;
  /** Provider of its number; null for web calls. */
  provider: string | null;
  /** The carrier's id of an inbound call. */
  carrierCallId?: string;
  /** Pending hang-ups in JSON; null if the carrier itself notices that a process died. */
  pendingHangUp?: string | null;
  /** Web calls only: SHA-256 of the token, and its expiry. */
  media?: { tokenHash: Buffer; expiresAt: Date };
  /** Price of the longest possible call of a visitor; null for other calls. */
  visitorReserveMicros?: number | null;
  /** The session that started a web call, which ends with it. */
  sessionId?: number | null;
  /** True if no carrier charges for the call. */
  isFree?: boolean;
  named?: { key: string; hash: string } | null;
  externalId?: string | null;
}

/** Stores a call. Null if the idempotency key exists. */
export async function insertCall(database: Executor, call: NewCall): Promise<ActiveCall | null> {
  const { media, named } = call;
  const [row] = await database.query<ActiveCall>(
    `insert into calls (user_id, assistant_id, type, phone_number_id, assistant_phone_number, client_phone_number,
       variables, given_variables, ringing_time_ms, process_id, carrier_call_id, media_token_hash, media_expires_at,
       request_key, request_hash, carrier_cost_micros, farewell, number_provider, external_id,
       sip_headers, overrides, status, scheduled_at, zone_key, allows_parallel, is_callback, visitor_reserve_micros,
       session_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, case when $16 then 0 end, $17, $18, $19, $20, $21,
       case when $22::float8 is null then 'initiated' else 'scheduled' end, to_timestamp($22::float8 / 1000), $23, $24, $25, $26, $27)
     on conflict (user_id, request_key) where request_key is not null do nothing
     returning ${CALL_COLUMNS}`,
    [
      call.userId,
      call.assistantId,
      call.type,
      call.phoneNumberId,
      call.assistantPhone,
      call.clientPhone,
      JSON.stringify(call.variables),
      call.given,
      call.ringingTimeMs,
      call.processId,
      call.carrierCallId ?? null,
      media?.tokenHash ?? null,
      media?.expiresAt ?? null,
      named?.key ?? null,
      named?.hash ?? null,
      call.isFree ?? false,
      call.pendingHangUp ?? null,
      call.provider,
      call.externalId ?? null,
      JSON.stringify(call.sipHeaders ?? []),
      call.overrides == null ? null : JSON.stringify(call.overrides),
      call.schedule?.atMs ?? null,
      call.schedule?.zoneKey ?? null,
      call.schedule?.isParallelAllowed ?? false,
      call.schedule?.isCallback ?? false,
      call.visitorReserveMicros ?? null,
      call.sessionId ?? null,
    ],
  );
  return row ?? null;
}

/** Calls that a process runs. */
export const CALL_CLAIMS = claimsIn();

/** SQL condition: outbound calls for immediate dialing. */
const WAITS = `ended_at is null and process_id is null and type = 'outbound' and status = 'initiated'
  and hang_up_at is null`;
/** How long after its time a scheduled call may begin, for example after an outage or a call of the person. */
export const MAX_LATE_MS = 3_600_000;

/**
 * SQL condition: scheduled calls that are due. A claim of a dead process is free, because the call was not dialed. While
 * the person is in another call, it waits until it is too late.
 */
const IS_DUE = (now: string): string =>
  `status = 'scheduled' and scheduled_at <= ${now} and hang_up_at is null and ${CALL_CLAIMS.isFree()}
   and (allows_parallel or scheduled_at < ${now}::timestamptz - interval '${MAX_LATE_MS} milliseconds'
     or not ${IN_LIVE_CALL('calls')})`;

/** Due scheduled calls of an account. */
interface DueCalls {
  userId: number;
  /** Live scheduled and campaign calls of the account. */
  live: number;
  /** Calls that could begin now. */
  wanted: number;
}

const DUE_CALLS = jsonObject<DueCalls>({
  userId: 'user_id',
  wanted: 'wanted',
  live: `(select count(*) from calls live where live.user_id = due.user_id and ${IS_LIVE('live')}
    and (live.campaign_id is not null or live.scheduled_at is not null))`,
});

/** Counts outbound calls waiting to be dialed: requested ones, up to `max`, and due scheduled ones by account. */
export async function countDials(
  database: Pick<Executor, 'query'>,
  { now, max }: { now: Date; max: number },
): Promise<{ waiting: number; due: DueCalls[] }> {
  const [row] = await database.query<{ waiting: number; due: DueCalls[] }>(
    `select (select count(*)::int from (select from calls where ${WAITS} limit $1) as waiting) as waiting,
       coalesce((select json_agg(${DUE_CALLS} order by user_id) from (
         select user_id, count(*)::int as wanted from calls where ${IS_DUE('$2')} group by user_id) as due), '[]') as due`,
    [max, now],
  );
  return row ?? { waiting: 0, due: [] };
}

/**
 * SQL condition that matches these calls and locks them in id order before any is updated. Concurrent bulk updates
 * would otherwise deadlock, which PostgreSQL detects only after a second.
 * @param ids SQL for an array of ids
 */
export function lockedInOrder(ids: string): string {
  return `calls.id = any(array(select id from calls where id = any(${ids}) order by id for no key update))`;
}

/** SQL condition: false for calls to phones that only another running process can reach. */
const REACHED_HERE = `(client_phone_number like '+%' or not exists (
  select from phone_numbers number join sip_bindings binding on binding.phone_number_id = number.id
  where number.user_id = calls.user_id and number.phone_number = calls.client_phone_number
    and binding.expires_at > clock_timestamp()
  having bool_or(is_process_alive(binding.process_id))
    and not bool_or(binding.is_direct or binding.process_id = $1)))`;

/** Claims waiting outbound calls for this process: up to `waiting` requested ones, and scheduled ones that are due. */
export function claimDials(
  database: Pick<Executor, 'query'>,
  about: { processId: string; now: Date; waiting: number; due: readonly { userId: number; slots: number }[] },
): Promise<ActiveCall[]> {
  return database.query<ActiveCall>(
    `with waiting as materialized (
       select id from calls where ${WAITS} and ${REACHED_HERE}
       order by id limit $2 for update skip locked),
     due as materialized (
       select own.id from json_to_recordset($3) as granted ("userId" bigint, slots int)
       cross join lateral (
         select id from calls where user_id = granted."userId" and ${IS_DUE('$4')} and ${REACHED_HERE}
         order by scheduled_at, id limit granted.slots for update skip locked) as own)
     update calls set ${CALL_CLAIMS.take('$1')}, seen_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = any(array(select id from waiting union all select id from due))
     returning ${CALL_COLUMNS}`,
    [about.processId, about.waiting, JSON.stringify(about.due), about.now],
  );
}

/** Marks a scheduled call of this process as dialed. False if another process claimed it, or its hang-up is requested. */
export async function beginScheduled(
  transaction: Executor,
  { callId, processId }: { callId: number; processId: string },
): Promise<boolean> {
  const rows = await transaction.query(
    `update calls set status = 'initiated', initiated_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 and process_id = $2 and status = 'scheduled' and hang_up_at is null returning id`,
    [callId, processId],
  );
  return rows.length > 0;
}

/** Releases a scheduled call, so that it is dialed later. False if it has begun or belongs to another process. */
export async function releaseScheduled(
  database: Executor,
  { callId, processId }: { callId: number; processId: string },
): Promise<boolean> {
  const rows = await database.query(
    `update calls set ${CALL_CLAIMS.release}
     where id = $1 and process_id = $2 and status = 'scheduled' and hang_up_at is null returning id`,
    [callId, processId],
  );
  return rows.length > 0;
}

/** Claims the web call of a token, once; null if the token is unknown or expired. */
export async function claimMedia(
  database: Executor,
  about: { processId: string; tokenHash: Buffer; now: Date },
): Promise<ActiveCall | null> {
  const [row] = await database.query<ActiveCall>(
    `update calls set ${CALL_CLAIMS.take('$1')}, media_token_hash = null, seen_at = clock_timestamp(),
       updated_at = clock_timestamp()
     where media_token_hash = $2 and media_expires_at > $3 and ended_at is null and process_id is null
       and hang_up_at is null
     returning ${CALL_COLUMNS}`,
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

/** Converts a row. Throws if fields that its status requires are null. */
export function asState(row: StateRow): CallState {
  const { status, ringing_at: ringingAt, answered_at: answeredAt, ended_at: endedAt } = row;
  const reason = row.end_reason ?? '';
  if (status === 'initiated' || status === 'scheduled') return { status };
  if (status === 'ringing' && ringingAt !== null) return { status, ringingAt };
  if (status === 'in-progress' && answeredAt !== null) return { status, ringingAt, answeredAt };
  if (endedAt !== null) {
    if (status === 'failed') return { status, ringingAt, answeredAt, endedAt, reason };
    if (status === 'canceled') return { status, endedAt, reason };
    if (status === 'busy' || status === 'no-answer') return { status, ringingAt, endedAt, reason };
    const isCompleted =
      status === 'completed' || status === 'ended_by_customer' || status === 'ended_by_assistant';
    if (isCompleted && answeredAt !== null) return { status, ringingAt, answeredAt, endedAt, reason };
  }
  throw new Error(`A call with the status ${status} lacks columns that this status requires.`);
}

/** A call with its expected owner: a process, none, or any. */
export interface OwnedCall {
  callId: number;
  heldBy: { processId: string } | 'nobody' | 'anyone';
}

/** Locks a call and returns its state; null if it was deleted or has another owner. */
export async function lockState(
  transaction: Executor,
  { callId, heldBy }: OwnedCall,
): Promise<CallState | null> {
  const [row] = await transaction.query<StateRow>(
    `select status, ringing_at, answered_at, ended_at, end_reason from calls
     where id = $1 and case $2 when 'anyone' then true when 'nobody' then process_id is null
       else process_id::text = $2 end for update`,
    [callId, typeof heldBy === 'string' ? heldBy : heldBy.processId],
  );
  return row === undefined ? null : asState(row);
}

export function causeOf(change: CallChange): FailureCause | null {
  return 'cause' in change ? (change.cause ?? null) : null;
}

/** @returns the id of the lead that was called; null if the call has no lead */
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
      callId,
      state.status,
      'ringingAt' in state ? state.ringingAt : null,
      'answeredAt' in state ? state.answeredAt : null,
      over?.endedAt ?? null,
      over?.reason ?? null,
      isOver(state),
      cause,
    ],
  );
  return row?.lead_id ?? null;
}

/** Stores facts besides the state. */
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

export async function hasCall(
  database: Executor,
  { userId, callId }: { userId: number; callId: number },
): Promise<boolean> {
  const rows = await database.query(
    'select from calls where user_id = $1 and id = $2 and deleted_at is null',
    [userId, callId],
  );
  return rows.length > 0;
}

/**
 * Requests the end of a call, after a message to the customer or at once; its process sees it with the next poll. False
 * if the account has no such call.
 */
export async function requestHangUp(
  database: Executor,
  { userId, callId, message }: { userId: number; callId: number; message: string | null },
): Promise<boolean> {
  const rows = await database.query(
    `update calls set hang_up_at = coalesce(hang_up_at, case when ended_at is null then clock_timestamp() end),
       hang_up_message = $3
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, callId, message],
  );
  return rows.length > 0;
}

interface LiveCalls {
  /** Live calls of this process. Calls that are missing were taken over by processes that considered this one dead. */
  calls: { id: number; userId: number; isHangUp: boolean; message: string | null }[];
  /** True if a pending hang-up is due. Queried together with the calls, to save a statement every second. */
  isHangUpDue: boolean;
}

const LIVE_CALL = jsonObject<LiveCalls['calls'][number]>({
  id: 'id',
  userId: 'user_id',
  isHangUp: 'is_hang_up',
  message: 'hang_up_message',
});

/** Renews the heartbeat of this process's calls and returns them. */
export async function heartbeat(database: Executor, processId: string): Promise<LiveCalls> {
  const [row] = await database.query<LiveCalls>(
    `with shown as (
       update calls set seen_at = clock_timestamp()
       where ${lockedInOrder('array(select id from calls where process_id = $1 and ended_at is null)')}
         and process_id = $1 and ended_at is null
       returning id, user_id, hang_up_at is not null as is_hang_up, hang_up_message)
     select coalesce(json_agg(${LIVE_CALL}), '[]') as calls,
       ${IS_HANG_UP_DUE} as "isHangUpDue"
     from shown`,
    [processId],
  );
  return row ?? { calls: [], isHangUpDue: false };
}

/** Id of the process that runs a live inbound call; null if no process runs it. */
export async function findInboundProcess(
  database: Pick<Executor, 'query'>,
  { provider, carrierCallId }: { provider: string; carrierCallId: string },
): Promise<string | null> {
  const [row] = await database.query<{ process_id: string }>(
    `select call.process_id from calls call
     left join phone_numbers number on number.id = call.phone_number_id
     where call.carrier_call_id = $1 and coalesce(call.number_provider, number.provider) = $2
       and call.type = 'inbound' and call.ended_at is null and call.process_id is not null
     order by call.id desc limit 1`,
    [carrierCallId, provider],
  );
  return row?.process_id ?? null;
}
