import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Callout } from '../../components/feedback/callout.tsx';
import { TopUpAdvice } from '../../components/top-up-advice.tsx';
import { sessionQuery } from '../../data/session.ts';

/** Says why nothing works any more, before somebody looks for it. */
export function BalanceWarning() {
  const session = useQuery(sessionQuery);
  if (session.data === undefined || session.data.user.total_balance > 0) return null;
  const billing: string = '/billing';
  return (
    <Callout kind="bad">
      The balance is used up: calls are refused and customers get no answers until it is topped up.{' '}
      <TopUpAdvice />{' '}
      <Link to={billing} className="underline">
        Usage and billing
      </Link>
    </Callout>
  );
}
