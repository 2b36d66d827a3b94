export interface Customer {
  /** E.164 */
  number: string;
  name: string;
}

/** Ends in 00, so the script answers and talks if the phone is not open: see docs/guides/sandbox-calls.md. */
export const FIRST_CUSTOMER: Customer = { number: '+40721000000', name: 'Ana' };

/** `+40 721 000-000` → `+40721000000`; null if not in international format. */
export function readNumber(text: string): string | null {
  const number = text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

/** Parses stored customers; invalid entries are skipped. */
export function readCustomers(kept: string | null): Customer[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    const read = (Array.isArray(list) ? list : []).flatMap(customerOf);
    return read.length === 0 ? [FIRST_CUSTOMER] : read;
  } catch {
    return [FIRST_CUSTOMER];
  }
}

function customerOf(value: unknown): Customer[] {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('name' in value)) return [];
  const number = readNumber(String(value.number));
  return number === null ? [] : [{ number, name: String(value.name).slice(0, 100) }];
}

/** Adds a customer, replacing one with the same number. */
export function withCustomer(customers: readonly Customer[], customer: Customer): Customer[] {
  return [...customers.filter(({ number }) => number !== customer.number), customer];
}

export function withoutCustomer(customers: readonly Customer[], number: string): Customer[] {
  return customers.filter((customer) => customer.number !== number);
}
