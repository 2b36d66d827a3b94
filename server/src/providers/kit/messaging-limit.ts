import { UNLIMITED_CUSTOMERS } from '../interfaces/messaging-carrier.ts';

/** `TIER_2K`, `TIER_250`, `10K Customers/24hr`, `TIER_UNLIMITED` as a number of customers; null if unknown. */
export function readMessagingLimit(written: string | null): number | null {
  if (written === null) return null;
  if (/unlimited/i.test(written)) return UNLIMITED_CUSTOMERS;
  const [, digits, thousands] = /^(?:TIER_)?(\d{1,6})(K?)\b/i.exec(written.trim()) ?? [];
  return digits === undefined ? null : Number(digits) * (thousands === '' ? 1 : 1_000);
}
