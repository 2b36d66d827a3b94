import { formatMoney } from '../../lib/format/format.ts';

/** What something did to the balance: `+$5.00` came in, `-$0.01` was spent. */
export function BalanceChange({ dollars }: { dollars: number }) {
  if (dollars > 0) return <span className="text-good">+{formatMoney(dollars)}</span>;
  return formatMoney(dollars);
}
