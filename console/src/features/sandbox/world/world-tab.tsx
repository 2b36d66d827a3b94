import { BalanceCard } from './balance-card.tsx';
import { PeopleCard } from './people-card.tsx';

/** What the sandbox has in place of a bank and of the people at the other end. */
export function WorldTab() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <BalanceCard />
      <PeopleCard />
    </div>
  );
}
