import type { OfferedNumber } from '../../../data/numbers.ts';
import { formatCurrency } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

type MonthlyPrice = OfferedNumber['monthly_price'];

/** `$1.15 a month` */
export function priceWords(price: MonthlyPrice): string {
  if (price === null) return t('Price unknown');
  return price.amount === 0 ? t('Free') : t('{price} a month', { price: inCurrency(price) });
}

/** What a number costs and who is billed. */
export function billWords(shop: string, price: MonthlyPrice): string {
  if (price?.amount === 0)
    return t('{shop} provides this number free of charge. Your balance is not charged.', { shop });
  return price === null
    ? t(
        'See the price list of {shop} for the monthly price. It is billed to this server’s {shop} account, not to your balance.',
        { shop },
      )
    : t(
        '{shop} charges {price} a month until you release the number. This is billed to this server’s {shop} account, not to your balance.',
        { shop, price: inCurrency(price) },
      );
}

function inCurrency({ amount, currency }: NonNullable<MonthlyPrice>): string {
  return formatCurrency(amount, currency);
}
