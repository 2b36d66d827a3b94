import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Callout } from '../../components/feedback/callout.tsx';
import { TopUpAdvice } from '../../components/top-up-advice.tsx';
import { sessionQuery } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';

/** Warns that calls and replies are blocked because the balance is used up. */
export function BalanceWarning() {
  const session = useQuery(sessionQuery);
  if (session.data === undefined || session.data.user.total_balance > 0) return null;
  const billing: string = '/billing';
  return (
    <Callout kind="bad">
      {t('Your balance is used up. Calls and replies are blocked until you top it up.')} <TopUpAdvice />{' '}
      <Link to={billing} className="underline">
        {t('Usage and billing')}
      </Link>
    </Callout>
  );
}
