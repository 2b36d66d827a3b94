import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Origin at which other processes reach this one: PARLEY_INNER_URL, else the address it listens on. No trailing slash. */
export function innerOrigin({ innerUrl, host }: Pick<Config, 'innerUrl' | 'host'>, port: number): string {
  if (innerUrl !== null) return innerUrl;
  const address = EVERYWHERE.has(host) ? networkAddress() : host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** This machine's first network address; loopback without a network. */
function networkAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outward = all.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  const [first] = [...outward.filter(({ family }) => family === 'IPv4'), ...outward];
  return first?.address ?? '127.0.0.1';
}
