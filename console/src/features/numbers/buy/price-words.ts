import type { OfferedNumber } from '../../../data/numbers.ts';
import { formatCurrency } from '../../../lib/format/format.ts';

type MonthlyPrice = OfferedNumber['monthly_price'];

/** `$1.15 a month` */
export function priceWords(price: MonthlyPrice): string {
  if (price === null) return 'Its price is not told';
  return price.amount === 0 ? 'Costs nothing' : `${inCurrency(price)} a month`;
}

/** Who pays what for a number, and to whom. */
export function billWords(shop: string, price: MonthlyPrice): string {
  if (price?.amount === 0) return `${shop} takes nothing for it, and nothing is taken of your balance.`;
  const bill =
    price === null
      ? `${shop} does not tell here what it takes each month; its own price list does. It`
      : `${shop} takes ${inCurrency(price)} each month until the number is released. That`;
  return `${bill} is charged to the account that this installation has there. Nothing is taken of your balance here.`;
}

function inCurrency({ amount, currency }: NonNullable<MonthlyPrice>): string {
  return formatCurrency(amount, currency);
}
