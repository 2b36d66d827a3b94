import { rich } from '../lib/i18n/t.ts';
import { isOwnMachine } from '../lib/public-address.ts';
import { Callout } from './feedback/callout.tsx';

/** A warning when an address is local to the user's machine. */
export function UnreachableAddress({ origin, by }: { origin: string; by: 'carriers' | 'visitors' }) {
  if (!isOwnMachine(origin)) return null;
  const values = {
    address: <span className="wrap-anywhere">{origin}</span>,
    variable: <code>PARLEY_PUBLIC_URL</code>,
  };
  return (
    <Callout kind="warn">
      {by === 'carriers'
        ? rich(
            'Carriers can’t reach {address}. Set {variable} to this server’s public address and restart it.',
            values,
          )
        : rich(
            'Visitors can’t reach {address}. Set {variable} to this server’s public address and restart it.',
            values,
          )}
    </Callout>
  );
}
