import ipaddr from 'ipaddr.js';

/** All clients together whose connection broke before anybody asked for its address: nobody answers them anyway. */
const GONE = 'gone';

/**
 * What limits count an address as: itself for IPv4; its /64 for IPv6, where one customer has that many addresses.
 * @param address `request.ip`, which is undefined, whatever its type says, once the connection is broken
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined) return GONE;
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
