import ipaddr from 'ipaddr.js';

/** The key shared by all clients that disconnected before their address was read. */
const GONE = 'gone';

/**
 * The key by which limits count an address: the address itself for IPv4, its /64 for IPv6, because one customer owns a
 * whole /64.
 * @param address `request.ip`; despite its type, undefined once the connection is closed
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined) return GONE;
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
