import { formatMoney } from '../../lib/format/format.ts';

/** A change of the balance: `+$5.00` for a credit, `-$0.01` for a charge. */
export function BalanceChange({ dollars }: { dollars: number }) {
  if (dollars > 0) return <span className="text-good">+{formatMoney(dollars)}</span>;
  return formatMoney(dollars);
}
