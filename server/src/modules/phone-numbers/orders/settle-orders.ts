import type { PhoneNumberDependencies } from '../wiring/dependencies.ts';
import { keepBought, orderName } from './buy-number.ts';
import { closeLostOrder, findLostOrders, type LostOrder } from './order-store.ts';

type Work = Pick<PhoneNumberDependencies, 'database' | 'carriers' | 'log'>;

/**
 * Finds numbers that were bought although the process died or the response was lost, and assigns them to the account
 * that ordered them.
 * @returns how many numbers were found
 */
export async function settleOrders(work: Work, signal: AbortSignal): Promise<number> {
  let found = 0;
  for (const order of await findLostOrders(work.database)) {
    try {
      if (await settle(work, order, signal)) found += 1;
    } catch (error) {
      signal.throwIfAborted();
      work.log.warn({ error, order: order.id }, 'Failed to check whether an interrupted purchase succeeded.');
    }
  }
  if (found > 0) work.log.warn({ numbers: found }, 'Found numbers from interrupted purchases.');
  return found;
}

async function settle(work: Work, order: LostOrder, signal: AbortSignal): Promise<boolean> {
  const { id, user_id: userId, provider, phone_number: phoneNumber } = order;
  const shop = work.carriers.get(provider);
  const bought = (await shop?.findBought({ phoneNumber, order: orderName(id) }, signal)) ?? null;
  if (shop !== undefined && bought !== null) {
    await keepBought(work, { userId, orderId: id, shop, bought });
    return true;
  }
  if (order.is_over) await closeLostOrder(work.database, order);
  return false;
}
