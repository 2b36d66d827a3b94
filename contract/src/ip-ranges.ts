/** Shortest allowed prefix of a public range, so that a trunk cannot accept calls from large parts of the internet. */
const WIDEST = { ipv4: 16, ipv6: 32 };

/** Private ranges: network bits and prefix length. */
const PRIVATE_IPV4 = [
  { network: [10], bits: 8 },
  { network: [127], bits: 8 },
  { network: [172, 16], bits: 12 },
  { network: [100, 64], bits: 10 },
];

/** True if an address or CIDR range is no wider than a /16 (a /32 in IPv6), or entirely private. */
export function isNarrowRange(text: string): boolean {
  const [address = '', length] = text.split('/');
  if (length === undefined) return true;
  const bits = Number(length);
  return address.includes(':')
    ? bits >= WIDEST.ipv6 || isPrivateIpv6(address, bits)
    : bits >= WIDEST.ipv4 || isPrivateIpv4(address, bits);
}

function isPrivateIpv4(address: string, length: number): boolean {
  const written = firstBits(address.split('.').map(Number));
  return PRIVATE_IPV4.some(
    ({ network, bits }) => length >= bits && written >>> (32 - bits) === firstBits(network) >>> (32 - bits),
  );
}

function firstBits([first = 0, second = 0]: readonly number[]): number {
  return ((first << 24) | (second << 16)) >>> 0;
}

/** `fc00::/7` and `fe80::/10`. */
function isPrivateIpv6(address: string, length: number): boolean {
  return (
    (length >= 7 && /^f[cd][0-9a-f]{2}:/i.test(address)) ||
    (length >= 10 && /^fe[89ab][0-9a-f]:/i.test(address))
  );
}
