import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressRange, addressRefusal } from './address-rules.ts';

/** All addresses of a host name; rejects if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Thrown in a connection attempt to a forbidden address; the client converts it to a result. */
export class AddressRefusedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'AddressRefusedError';
  }
}

/** The operating system's resolver: hosts file, search domains, A and AAAA. */
export async function resolveWithSystem(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map((entry) => entry.address);
}

/**
 * A connector for undici that connects only to addresses checked after DNS resolution, which prevents DNS
 * rebinding. Of several addresses only the allowed ones are tried.
 */
export function guardedConnector(options: {
  allowPrivate: readonly AddressRange[];
  resolve: Resolve;
  connectTimeoutMs: number;
}): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: options.connectTimeoutMs,
    lookup: checkedLookup(options.allowPrivate, options.resolve),
  });
  return (target, callback) => {
    // Literal addresses skip the lookup.
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const refusal = isIP(host) === 0 ? null : addressRefusal(host, options.allowPrivate);
    if (refusal === null) connect(target, callback);
    else callback(new AddressRefusedError(`The address is not public (${refusal}).`), null);
  };
}

function checkedLookup(allowPrivate: readonly AddressRange[], resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, allowPrivate, resolve).then(
      ([first, ...rest]) => {
        if (options.all) callback(null, [first, ...rest]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(asError(error), []),
    );
  };
}

type Checked = { address: string; family: number };

async function resolveChecked(
  hostname: string,
  allowPrivate: readonly AddressRange[],
  resolve: Resolve,
): Promise<[Checked, ...Checked[]]> {
  const addresses = await resolve(hostname);
  const judged = addresses.map((address) => ({ address, refusal: addressRefusal(address, allowPrivate) }));
  const [first, ...rest] = judged
    .filter((entry) => entry.refusal === null)
    .map((entry) => ({ address: entry.address, family: isIP(entry.address) }));
  const refusal = judged[0]?.refusal ?? null;
  if (first === undefined && refusal !== null) {
    // The message omits the address, which would reveal the internal network.
    throw new AddressRefusedError(`The host's address is not public (${refusal}).`);
  }
  if (first === undefined) {
    throw Object.assign(new Error(`No address for ${hostname}.`), { code: 'ENOTFOUND' });
  }
  return [first, ...rest];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
