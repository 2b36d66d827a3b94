import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const NOT_ONE_HOST = new Set(['multicast', 'broadcast', 'unspecified']);

/** True if an address is the IP address of one host: not multicast, broadcast or unspecified. Never throws. */
export function isOneHost(address: string): boolean {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  return !NOT_ONE_HOST.has(ipaddr.process(address).range());
}
