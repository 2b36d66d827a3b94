import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { rich } from '../lib/i18n/t.ts';

/** How to top up the account: on the sandbox page if there is one, else on the server. */
export function TopUpAdvice() {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) return null;
  if (data.features.sandbox) {
    return rich('Set a new balance in the <link>sandbox</link>.', {
      link: (content) => (
        <Link to="/sandbox" search={{ tab: 'world' }} className="underline">
          {content}
        </Link>
      ),
    });
  }
  return rich('Ask the server’s operator to run {command}.', {
    command: (
      <code className="wrap-anywhere">npx parley users credit --email {data.user.email} --amount 25</code>
    ),
  });
}
