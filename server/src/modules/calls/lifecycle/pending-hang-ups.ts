import type { Executor } from '../../../db/client.ts';
import { writeDialed } from '../../../voice/legs/dialed.ts';
import { claimsIn } from '../../../work/claims.ts';
import { findExtension } from '../../phone-numbers/sip-trunks/extensions.ts';

/** Longer than a request waits for its answer. */
const LEASE_SECONDS = 40;
/** Further tries are useless: the carrier has noticed by itself, or never answers. */
const MAX_TRIES = 5;
const MAX_PER_LEASE = 100;

/** The provider whose peers do not notice that a process died. */
const SIP = 'sip';

const CLAIMS = claimsIn({ process: 'taken_by' });
/** SQL condition: not settled, and not leased by a running process. */
const IS_DUE = `(settled_at is null and (due_at <= clock_timestamp() or ${CLAIMS.isAbandoned()}))`;

/** SQL condition: a pending hang-up can be sent now. */
export const IS_HANG_UP_DUE = `exists (select from owed_farewells where ${IS_DUE})`;

/** A hang-up that another process has to send to the carrier for a call of a dead process. */
export interface PendingHangUp {
  callId: number;
  /** Position among the hang-ups of its call. */
  place: number;
  pendingHangUp: string;
  tries: number;
}

interface OwingDeps {
  database: Executor;
  /**
   * Host names and addresses of this installation in lower case. A SIP address with one of them may be an extension.
   */
  ownHosts: readonly string[];
}

/**
 * Queues the hang-ups of a dead process's calls: without them the other side hears silence, or rings, and occupies the
 * carrier's channel. `calls.farewell` contains a JSON list, in old rows a single entry. It is empty for a dialed call
 * that has not rung, whose hang-up is derived from the call itself. Queuing again has no effect.
 */
export async function storePendingHangUps(
  { database, ownHosts }: OwingDeps,
  { processId, callIds }: { processId: string; callIds: readonly number[] },
): Promise<void> {
  await database.query(
    `insert into owed_farewells (call_id, place, farewell)
     select calls.id, owed.place, owed.farewell
     from calls, json_array_elements_text(
       case when calls.farewell like '[%' then calls.farewell::json else json_build_array(calls.farewell) end)
       with ordinality as owed (farewell, place)
     where calls.id = any($1) and process_id = $2 and calls.farewell is not null
     on conflict do nothing`,
    [callIds, processId],
  );
  const dialed = await findDialed(database, processId, callIds);
  const rows = await Promise.all(
    dialed.map(async (call) => ({
      callId: call.id,
      pendingHangUp: await pendingHangUpOf(call, { database, ownHosts }),
    })),
  );
  const pending = rows.filter(({ pendingHangUp }) => pendingHangUp !== null);
  if (pending.length === 0) return;
  await database.query(
    `insert into owed_farewells (call_id, place, farewell)
     select owed."callId", 1, owed."pendingHangUp" from json_to_recordset($1) as owed ("callId" bigint, "pendingHangUp" text)
     on conflict do nothing`,
    [JSON.stringify(pending)],
  );
}

interface DialedCall {
  id: number;
  userId: number;
  processId: string;
  attemptId: string;
  /** The calling number; null if it was released. */
  numberId: number | null;
  provider: string | null;
  from: string;
  to: string;
}

function findDialed(
  database: Executor,
  processId: string,
  callIds: readonly number[],
): Promise<DialedCall[]> {
  return database.query<DialedCall>(
    `select call.id, call.user_id as "userId", call.process_id as "processId", call.attempt_id as "attemptId",
       number.id as "numberId", number.provider, coalesce(call.assistant_phone_number, '') as "from",
       coalesce(call.client_phone_number, '') as "to"
     from calls call left join phone_numbers number on number.id = call.phone_number_id
     where call.id = any($1) and call.process_id = $2 and call.type = 'outbound' and call.status = 'initiated'
       and call.farewell is null`,
    [callIds, processId],
  );
}

/** Null if the carrier itself notices that a process died. */
async function pendingHangUpOf(
  { userId, numberId, provider, attemptId, processId, from, to }: DialedCall,
  { database, ownHosts }: OwingDeps,
): Promise<string | null> {
  const extension = await findExtension(database, { userId, named: to, ownHosts });
  const number = extension ?? { id: numberId, provider };
  if (number.provider !== SIP) return null;
  return writeDialed({ attemptId, line: String(number.id), from, to, processId });
}

/** Leases due hang-ups to this process. */
export function claimPendingHangUps(
  database: Pick<Executor, 'query'>,
  processId: string,
): Promise<PendingHangUp[]> {
  return database.query<PendingHangUp>(
    `update owed_farewells as owed set tries = tries + 1, ${CLAIMS.take('$1')},
       due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     from (select call_id, place from owed_farewells where ${IS_DUE}
       order by due_at, call_id, place limit ${MAX_PER_LEASE} for update skip locked) as due
     where owed.call_id = due.call_id and owed.place = due.place
     returning owed.call_id as "callId", owed.place, farewell as "pendingHangUp", tries`,
    [processId],
  );
}

/**
 * Settles hang-ups that were answered or have used up their tries. Their rows stay, so that calls that have not ended
 * yet do not queue them again. Other hang-ups are due again when the lease expires.
 */
export async function settlePendingHangUps(
  database: Pick<Executor, 'query'>,
  said: readonly (PendingHangUp & { isAnswered: boolean })[],
): Promise<void> {
  const over = said.filter(({ isAnswered, tries }) => isAnswered || tries >= MAX_TRIES);
  if (over.length === 0) return;
  await database.query(
    `update owed_farewells as owed set settled_at = clock_timestamp(), farewell = ''
     from json_to_recordset($1) as said ("callId" bigint, place integer)
     where owed.call_id = said."callId" and owed.place = said.place`,
    [JSON.stringify(over.map(({ callId, place }) => ({ callId, place })))],
  );
}

/** Deletes hang-ups older than a day; their calls ended long ago. */
export async function removeOldPendingHangUps(database: Pick<Executor, 'query'>): Promise<void> {
  await database.query(`delete from owed_farewells where owed_at < clock_timestamp() - interval '1 day'`);
}
