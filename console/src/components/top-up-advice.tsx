import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';

/** How money comes into the account: by its own hand where there is a sandbox, else by whoever runs the server. */
export function TopUpAdvice() {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) return null;
  if (data.features.sandbox) {
    return (
      <>
        Set a new balance in the{' '}
        <Link to="/sandbox" search={{ tab: 'world' }} className="underline">
          sandbox
        </Link>
        .
      </>
    );
  }
  return (
    <>
      Whoever runs this server tops it up with{' '}
      <code className="wrap-anywhere">npx parley users credit --email {data.user.email} --amount 25</code>.
    </>
  );
}
