import { formatMoney } from '../../../../lib/format/format.ts';
import { type VendorCost, wholeCost } from './estimate-costs.ts';

/** A price as it stands in a list. */
export function priceWords(amount: number | null): string {
  if (amount === null) return 'not known';
  return amount === 0 ? 'free' : formatMoney(amount);
}

/** What the account pays for a minute of a call: `$0.05 a minute`. */
export function chargeWords(perMinute: number): string {
  return perMinute === 0 ? 'nothing for calls' : `${formatMoney(perMinute)} a minute`;
}

/** What all vendors take together: `about $0.05 a minute`. */
export function vendorWords(costs: readonly VendorCost[]): string {
  const whole = wholeCost(costs);
  if (whole === null) return isKnown(costs) ? 'not all known' : 'not known';
  return whole === 0 ? 'nothing' : `about ${formatMoney(whole)} a minute`;
}

/** Whether anything can be said of what vendors take. */
export function isKnown(costs: readonly VendorCost[]): boolean {
  return costs.some(({ perMinute }) => perMinute !== null);
}
