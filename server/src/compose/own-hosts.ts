import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';

/** Hosts that identify this installation in a SIP URI, in lower case; IPv6 addresses in brackets. */
export function ownHosts({ publicUrl, sip }: Pick<Config, 'publicUrl' | 'sip'>): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const names = [
    'localhost',
    hostname(),
    sip?.host,
    sip?.mediaAddress,
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
    ...addresses.map(({ address }) => address.replace(/%.*$/, '')),
  ].filter((name) => name != null);
  return [...new Set(names.map((name) => (name.includes(':') ? bracketed(name) : name).toLowerCase()))];
}

function bracketed(address: string): string {
  return address.startsWith('[') ? address : `[${address}]`;
}
