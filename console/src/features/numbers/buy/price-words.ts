import type { OfferedNumber } from '../../../data/numbers.ts';
import { formatCurrency } from '../../../lib/format/format.ts';

type MonthlyPrice = OfferedNumber['monthly_price'];

/** `$1.15 a month` */
export function priceWords(price: MonthlyPrice): string {
  if (price === null) return 'Price unknown';
  return price.amount === 0 ? 'Free' : `${inCurrency(price)} a month`;
}

/** What a number costs and who is billed. */
export function billWords(shop: string, price: MonthlyPrice): string {
  if (price?.amount === 0) return `${shop} provides this number free of charge. Your balance is not charged.`;
  const bill =
    price === null
      ? `See the price list of ${shop} for the monthly price. It`
      : `${shop} charges ${inCurrency(price)} a month until you release the number. This`;
  return `${bill} is billed to this server’s ${shop} account, not to your balance.`;
}

function inCurrency({ amount, currency }: NonNullable<MonthlyPrice>): string {
  return formatCurrency(amount, currency);
}
