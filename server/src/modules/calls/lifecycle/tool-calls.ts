import type { CallView } from '#contract/calls.ts';
import { type CallJournal, type MadeCall, OUTCOME_UNKNOWN } from '../../../agent/made-calls.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { withinTime } from '../../../core/within-time.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { callJournal } from '../../conversations/messages/tool-calls.ts';
import { type ActiveCall, BROKE_OFF } from './call-store.ts';

/*
 * Tool calls of phone calls. A call of a tool with effects is stored in `tool_calls` before its request is sent, and
 * again with its outcome. Its event replaces it. If the process dies before that, the end of the phone call stores the
 * event.
 */

/** A tool does not wait longer for the database. */
const STORED_WITHIN_MS = 2_000;

/** Stores the tool calls of a phone call. Never rejects: tools also run while the database is unavailable. */
export function toolJournal(
  { database, clock, log }: { database: Executor; clock: Clock; log: Log },
  { id: callId, userId }: Pick<ActiveCall, 'id' | 'userId'>,
): CallJournal {
  const journal = callJournal(database, { userId, callId });
  const attempt = async (stored: Promise<void>): Promise<void> => {
    try {
      await withinTime(clock, STORED_WITHIN_MS, stored);
    } catch (error) {
      log.warn({ error, call: callId }, 'A tool call could not be stored before its event.');
    }
  };
  return {
    started: (call) => attempt(journal.started(call)),
    finished: (key, result) => attempt(journal.finished(key, result)),
  };
}

/** Removes calls whose events are stored. */
export async function forgetToolCalls(transaction: Executor, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await transaction.query('delete from tool_calls where key = any($1) and call_id is not null', [keys]);
}

const EVENT_DATA = jsonObject<{ functionCall: unknown; key: string; failed: boolean; durationMs: number }>({
  functionCall: jsonObject<CallView['function_calls'][number]>({
    name: 'name',
    arguments: 'arguments',
    result: `coalesce(result, '${JSON.stringify(OUTCOME_UNKNOWN)}'::json)`,
  }),
  key: 'key',
  failed: `result is null or result -> 'error' is not null`,
  durationMs: '0',
});

/** Stores the events of tool calls that the process of these phone calls left without. Locks the calls first. */
export async function storeLeftToolCalls(transaction: Executor, callIds: readonly number[]): Promise<void> {
  await transaction.query(
    `with unreported as (delete from tool_calls where call_id = any($1)
       returning id, user_id, call_id, key, name, arguments, result, created_at)
     insert into call_events (user_id, call_id, type, at_ms, data)
     select unreported.user_id, call_id, 'tool-called',
       greatest(0, round(extract(epoch from unreported.created_at - answered_at) * 1000))::int, ${EVENT_DATA}
     from unreported join calls on calls.id = call_id
     -- A row without an outcome may have been stored after its event.
     where result is not null or not exists (
       select from call_events event where event.call_id = unreported.call_id
         and event.type = 'tool-called' and event.data ->> 'key' = unreported.key::text)
     order by unreported.id`,
    [callIds],
  );
}

/** SQL for the tool calls of a phone call, in the contract's format, oldest first. */
export const FUNCTION_CALLS = (call: string): string => `coalesce((
  select json_agg(data -> 'functionCall' order by id)
  from call_events where call_id = ${call}.id and type = 'tool-called'), '[]')`;

/** How long idempotency keys are valid. */
const KEYS_VALID = `interval '24 hours'`;
const MAX_EARLIER_CALLS = 50;

/** SQL condition: a recent call to this lead at this number broke off. @param now SQL for the current time */
export const HAS_BROKEN_OFF = (about: { lead: string; number: string; now: string }): string => `exists (
  select from calls where lead_id = ${about.lead} and client_phone_number = ${about.number}
    and ended_at > ${about.now} - ${KEYS_VALID} and ${BROKE_OFF('calls')})`;

/**
 * Tool calls of the lead's latest phone calls, oldest first, if those broke off: the next phone call continues from
 * them.
 */
export function readEarlierToolCalls(
  database: Executor,
  { id, userId, leadId, clientPhone }: ActiveCall,
): Promise<MadeCall[]> {
  return database.query<MadeCall>(
    `select event.data ->> 'key' as key, 1 as round, event.data -> 'functionCall' ->> 'name' as name,
       event.data -> 'functionCall' -> 'arguments' as arguments, event.data -> 'functionCall' -> 'result' as result
     from calls earlier join call_events event on event.call_id = earlier.id and event.type = 'tool-called'
     where earlier.user_id = $1 and earlier.lead_id = $2 and earlier.client_phone_number = $3 and earlier.id < $4
       and earlier.ended_at > clock_timestamp() - ${KEYS_VALID} and event.data ->> 'key' is not null
       and ${BROKE_OFF('earlier')}
       and not exists (select from calls later where later.lead_id = $2 and later.client_phone_number = $3
         and later.id > earlier.id and later.id < $4 and later.answered_at is not null and not (${BROKE_OFF('later')}))
     order by event.id limit ${MAX_EARLIER_CALLS}`,
    [userId, leadId, clientPhone, id],
  );
}
