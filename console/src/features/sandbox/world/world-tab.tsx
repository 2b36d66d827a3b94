import { BalanceCard } from './balance-card.tsx';
import { TestNumbersCard } from './test-numbers-card.tsx';

/** Balance and test numbers of the sandbox. */
export function WorldTab() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <BalanceCard />
      <TestNumbersCard />
    </div>
  );
}
