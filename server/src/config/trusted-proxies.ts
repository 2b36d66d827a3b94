import ipaddr from 'ipaddr.js';

/** Proxies whose `X-Forwarded-For` is trusted: this many in front of the process, or those at these addresses. */
export type TrustedProxies = number | string[];

const MAX_PROXIES = 10;
const ADVICE = `must be the number of proxies in front of this server (1 to ${MAX_PROXIES}), their addresses such as 10.0.0.0/8, or off`;

export function parseTrustedProxies(text: string): { value: TrustedProxies } | { problem: string } {
  if (/^(0|off|false|no)$/i.test(text)) return { value: 0 };
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    return count <= MAX_PROXIES ? { value: count } : { problem: `${ADVICE}, not "${text}".` };
  }
  const ranges = text.split(',').map((part) => part.trim());
  const strange = ranges.find((range) => !isRange(range));
  return strange === undefined ? { value: ranges } : { problem: `${ADVICE}, not "${strange}".` };
}

function isRange(text: string): boolean {
  // A range that matches every address would trust any client.
  if (text.endsWith('/0')) return false;
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || isIPv6(text);
}

function isIPv6(text: string): boolean {
  return ipaddr.IPv6.isValid(text);
}
