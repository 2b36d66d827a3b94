import { formatMoney } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { type VendorCost, wholeCost } from './estimate-costs.ts';

/** A price in a list. */
export function priceWords(amount: number | null): string {
  if (amount === null) return t('unknown');
  return amount === 0 ? t('free') : formatMoney(amount);
}

/** The account's price of a call minute: `$0.05 a minute`. */
export function chargeWords(perMinute: number): string {
  return perMinute === 0 ? t('nothing for calls') : t('{price} a minute', { price: formatMoney(perMinute) });
}

/** The sum of all vendors' prices: `about $0.05 a minute`. */
export function vendorWords(costs: readonly VendorCost[]): string {
  const whole = wholeCost(costs);
  if (whole === null) return isKnown(costs) ? t('partly unknown') : t('unknown');
  return whole === 0 ? t('free') : t('about {price} a minute', { price: formatMoney(whole) });
}

/** Whether the price of any vendor is known. */
export function isKnown(costs: readonly VendorCost[]): boolean {
  return costs.some(({ perMinute }) => perMinute !== null);
}
