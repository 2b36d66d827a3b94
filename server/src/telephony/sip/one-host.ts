import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MANY_OR_NOBODY = new Set(['multicast', 'broadcast', 'unspecified']);

/** Whether an IP address is that of one host, so that something may be sent there because a peer says so. Never throws. */
export function isOneHost(address: string): boolean {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  return !MANY_OR_NOBODY.has(ipaddr.process(address).range());
}
