import type { Executor } from '../../../db/client.ts';
import { claimsIn } from '../../../work/claims.ts';

/** Orders that a process works on. */
const CLAIMS = claimsIn();

export interface OpenOrder {
  id: string;
  /** True if an earlier purchase of this number by this account has an unknown outcome. */
  isRepeat: boolean;
}

/** @returns null if another request of the account is buying the number */
export async function openOrder(
  database: Executor,
  about: { userId: number; provider: string; phoneNumber: string; processId: string },
): Promise<OpenOrder | null> {
  const [row] = await database.query<{ id: string; is_repeat: boolean }>(
    `insert into number_orders as held (user_id, provider, phone_number, process_id) values ($1, $2, $3, $4)
     on conflict (user_id, provider, phone_number) do update
       set ${CLAIMS.take('excluded.process_id')}, created_at = clock_timestamp()
     where ${CLAIMS.isFree('held')}
     returning id, xmax <> 0 as is_repeat`,
    [about.userId, about.provider, about.phoneNumber, about.processId],
  );
  return row === undefined ? null : { id: row.id, isRepeat: row.is_repeat };
}

/** Leaves an order with an unknown outcome to `settleOrders`: no process works on it anymore. */
export async function leaveOrder(database: Executor, userId: number, id: string): Promise<void> {
  await database.query(`update number_orders set ${CLAIMS.release} where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
}

export async function closeOrder(database: Executor, userId: number, id: string): Promise<void> {
  await database.query('delete from number_orders where user_id = $1 and id = $2', [userId, id]);
}

/** Deletes the order unless a request has reopened it since it was read. */
export async function closeLostOrder(database: Executor, order: LostOrder): Promise<void> {
  await database.query(
    `delete from number_orders
     where user_id = $1 and id = $2 and iso_timestamp(created_at) = $3
       and ${CLAIMS.isFree()}`,
    [order.user_id, order.id, order.created_at],
  );
}

export interface LostOrder {
  id: string;
  user_id: number;
  provider: string;
  phone_number: string;
  /** With microsecond precision, because a change of it shows that the order was reopened. */
  created_at: string;
  /** True if the order is too old to be still in progress at the provider. */
  is_over: boolean;
}

/** Orders that no process works on. */
export function findLostOrders(database: Executor): Promise<LostOrder[]> {
  return database.query(
    `select id, user_id, provider, phone_number, iso_timestamp(created_at) as created_at,
       created_at < clock_timestamp() - interval '1 hour' as is_over
     from number_orders where ${CLAIMS.isFree()}
     order by created_at limit 1000`,
  );
}
