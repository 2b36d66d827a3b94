import { isOwnMachine } from '../lib/public-address.ts';
import { Callout } from './feedback/callout.tsx';

/** A warning when an address is local to the user's machine. */
export function UnreachableAddress({ origin, by }: { origin: string; by: string }) {
  if (!isOwnMachine(origin)) return null;
  return (
    <Callout kind="warn">
      {by} can’t reach <span className="wrap-anywhere">{origin}</span>. Set <code>PARLEY_PUBLIC_URL</code> to
      this server’s public address and restart it.
    </Callout>
  );
}
