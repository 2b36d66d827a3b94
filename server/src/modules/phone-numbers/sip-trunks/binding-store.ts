import type { Database, Executor } from '../../../db/client.ts';

/** A registered phone; same shape as `Binding` of the SIP agent. */
interface StoredBinding {
  contact: string;
  instance: string | null;
  registration: string | null;
  callId: string;
  sequence: number;
  transport: 'udp' | 'tcp' | 'tls';
  address: string;
  port: number;
  isDirect: boolean;
  domain: string;
  place: string;
  processId: string;
  remainingSeconds: number;
}

const BINDING = `contact, instance, registration, call_id as "callId", sequence, transport, address, port,
    is_direct as "isDirect", domain, place, process_id as "processId",
    extract(epoch from expires_at - clock_timestamp())::float8 as "remainingSeconds"
  from sip_bindings`;

/** More than the phones behind NAT that one process can serve. */
const MAX_AT_SOCKET = 10_000;

/** Registered phones of a trunk, least recently renewed first. */
export function findBindings(database: Executor, trunkId: string): Promise<StoredBinding[]> {
  return database.query<StoredBinding>(
    `select ${BINDING} where phone_number_id = $1 and expires_at > clock_timestamp() order by id`,
    [trunkId],
  );
}

/** Phones that are registered through a local socket. */
export function findBindingsAt(database: Executor, place: string): Promise<StoredBinding[]> {
  return database.query<StoredBinding>(
    `select ${BINDING} where place = $1 and expires_at > clock_timestamp() order by id limit ${MAX_AT_SOCKET}`,
    [place],
  );
}

/**
 * Passes the phones of a trunk to `decide` and stores the phones that it returns; null changes nothing. Changes of one
 * trunk are serialized. Rejects if the trunk was deleted.
 */
export function changeBindings<Decision extends { bindings: readonly StoredBinding[] | null }>(
  database: Database,
  trunkId: string,
  decide: (stored: readonly StoredBinding[]) => Decision,
): Promise<Decision> {
  return database.transaction(async (transaction) => {
    const [trunk] = await transaction.query<{ user_id: number }>(
      'select user_id from sip_trunks where phone_number_id = $1 for update',
      [trunkId],
    );
    if (trunk === undefined) throw new Error('The trunk was deleted.');
    const decision = decide(await findBindings(transaction, trunkId));
    if (decision.bindings === null) return decision;
    await removeBindings(transaction, trunkId);
    await insertBindings(transaction, { trunkId, userId: trunk.user_id }, decision.bindings);
    return decision;
  });
}

/**
 * After a restart, takes over the phones that the previous process registered on the same UDP socket. Phones on
 * connections are not taken over, because their connections are lost.
 */
export async function adoptBindings(
  database: Executor,
  { place, processId }: { place: string; processId: string },
): Promise<void> {
  await database.query(
    `update sip_bindings set process_id = $2 where place = $1 and process_id <> $2 and transport = 'udp'`,
    [place, processId],
  );
}

/** Removes the registered phones of a trunk after its credentials have changed; they must register again. */
export async function removeBindings(transaction: Executor, trunkId: string | number): Promise<void> {
  await transaction.query('delete from sip_bindings where phone_number_id = $1', [trunkId]);
}

/** Deletes expired registrations. */
export async function removeOldBindings(database: Executor): Promise<void> {
  await database.query('delete from sip_bindings where expires_at < clock_timestamp()');
}

async function insertBindings(
  transaction: Executor,
  { trunkId, userId }: { trunkId: string; userId: number },
  bindings: readonly StoredBinding[],
): Promise<void> {
  if (bindings.length === 0) return;
  await transaction.query(
    `insert into sip_bindings (phone_number_id, user_id, contact, instance, registration, call_id, sequence, transport,
       address, port, is_direct, domain, place, process_id, expires_at)
     select $1, $2, contact, instance, registration, "callId", sequence, transport, address, port, "isDirect", domain,
       place, "processId", clock_timestamp() + make_interval(secs => "remainingSeconds")
     from rows from (jsonb_to_recordset($3::jsonb) as (contact text, instance text, registration text, "callId" text,
       sequence bigint, transport text, address text, port integer, "isDirect" boolean, domain text, place text,
       "processId" uuid, "remainingSeconds" float8)) with ordinality
     order by ordinality`,
    [trunkId, userId, JSON.stringify(bindings)],
  );
}
