import type { PhoneNumberView } from '#contract/phone-numbers.ts';
import { AppError } from '../../../core/errors.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { BoughtNumber, TelephonyNumbers } from '../../../providers/interfaces/telephony-numbers.ts';
import { insertNumber } from '../store.ts';
import type { PhoneNumberDependencies } from '../wiring/dependencies.ts';
import { closeOrder, leaveOrder, openOrder } from './order-store.ts';

/** Label stored with the number at the provider, to find it again. */
export function orderName(id: string): string {
  return `parley-order-${id}`;
}

/**
 * Buys a number exactly once. The order is stored first, and a purchase whose response was lost is found by its label,
 * here or by `settleOrders`.
 * @returns null if the number is not for sale
 */
export async function buyNumber(
  dependencies: PhoneNumberDependencies,
  shop: TelephonyNumbers,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
): Promise<PhoneNumberView | null> {
  const { database, processId, lifetime } = dependencies;
  const opened = await openOrder(database, { userId, provider: shop.name, phoneNumber, processId });
  if (opened === null) throw new AppError('conflict', 'This phone number is already being bought.');
  const order = { phoneNumber, order: orderName(opened.id) };
  try {
    // Not aborted when the client disconnects, because the outcome would be unknown.
    const earlier = opened.isRepeat ? await shop.findBought(order, lifetime) : null;
    const bought = earlier ?? (await shop.purchase(order, lifetime));
    if (bought !== null) return await keepBought(dependencies, { userId, orderId: opened.id, shop, bought });
    await closeOrder(database, userId, opened.id);
    return null;
  } catch (error) {
    const isOver = error instanceof ProviderError && error.code === 'rejected';
    await (isOver ? closeOrder : leaveOrder)(database, userId, opened.id);
    throw error;
  }
}

/**
 * Stores a bought number and closes its order.
 * @returns null if another request has stored the number, which then belongs to that request
 */
export function keepBought(
  { database }: Pick<PhoneNumberDependencies, 'database'>,
  about: { userId: number; orderId: string; shop: TelephonyNumbers; bought: BoughtNumber },
): Promise<PhoneNumberView | null> {
  const { userId, orderId, shop, bought } = about;
  return database.transaction(async (transaction) => {
    const stored = await insertNumber(transaction, userId, {
      ...bought,
      type: 'normal',
      hasActiveSubscription: true,
      provider: shop.name,
    });
    await closeOrder(transaction, userId, orderId);
    return stored;
  });
}
