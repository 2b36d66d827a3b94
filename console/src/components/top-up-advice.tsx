import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { t } from '../lib/i18n/t.ts';

/** How to top up the account: on the sandbox page if there is one, else on the server. */
export function TopUpAdvice() {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) return null;
  if (data.features.sandbox) {
    return (
      <>
        Set a new balance in the{' '}
        <Link to="/sandbox" search={{ tab: 'world' }} className="underline">
          {t('sandbox')}
        </Link>
        .
      </>
    );
  }
  return (
    <>
      Ask the server’s operator to run{' '}
      <code className="wrap-anywhere">npx parley users credit --email {data.user.email} --amount 25</code>.
    </>
  );
}
