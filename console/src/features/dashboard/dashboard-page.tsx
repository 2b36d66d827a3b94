import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card, Facts } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { sessionQuery } from '../../data/session.ts';
import { formatMoney } from '../../lib/format/format.ts';

export function DashboardPage() {
  const session = useQuery(sessionQuery);
  return (
    <Page title="Dashboard">
      <Loaded query={session}>
        {({ user }) => (
          <Card title="Account">
            <Facts
              facts={[
                ['Name', user.name],
                ['Balance', formatMoney(user.total_balance)],
              ]}
            />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
