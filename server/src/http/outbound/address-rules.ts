import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An entry of `PARLEY_ALLOW_PRIVATE_CIDRS`: non-public addresses to which requests may be sent. */
export interface AddressRange {
  network: Address;
  prefixLength: number;
}

/**
 * Metadata services of clouds, which hand out credentials (AWS, ECS, EKS, Google, Azure, Alibaba, Oracle,
 * Scaleway). Some are public addresses. Only an entry with the exact address allows them, never a range.
 */
const metadataAddresses = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.42.42',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

const rangeNames: Readonly<Record<string, string>> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
};

/**
 * Why requests to an address are refused, as an adjective (`loopback`, `private`, `metadata`, …); null if they are
 * allowed. Only public unicast addresses and those in `allowPrivate` are allowed. An IPv4 address inside an IPv6 one
 * (mapped, compatible, NAT64, 6to4, Teredo, ISATAP, translated) must be allowed by itself as well.
 */
export function addressRefusal(address: string, allowPrivate: readonly AddressRange[]): string | null {
  if (isIP(address) === 0) return 'malformed';
  const parsed = unwrapMapped(parseAddress(address));
  for (const candidate of [parsed, ...embeddedAddresses(parsed)]) {
    const refusal = judge(candidate, allowPrivate);
    if (refusal !== null) return refusal;
  }
  return null;
}

function judge(address: Address, allowPrivate: readonly AddressRange[]): string | null {
  const covering = allowPrivate.filter((range) => covers(range, address));
  if (metadataAddresses.has(address.toNormalizedString())) {
    return covering.some((range) => range.prefixLength === bitLength(address)) ? null : 'metadata';
  }
  if (isPublic(address) || covering.length > 0) return null;
  return rangeNames[address.range()] ?? 'reserved';
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  // ipaddr.js calls every unlisted range unicast; only 2000::/3 is assigned (RFC 4291, 2.4).
  return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

function covers(range: AddressRange, address: Address): boolean {
  return range.network.kind() === address.kind() && address.match(range.network, range.prefixLength);
}

function unwrapMapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * ipaddr.js treats `::127.0.0.1` as a mapped address, but the system does not. They agree on the notation without dots.
 */
function parseAddress(address: string): Address {
  if (isIP(address) === 4) return ipaddr.parse(address);
  return ipaddr.parse(new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1));
}

function bitLength(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}

/** IPv4 addresses that routers or tunnels may extract from an IPv6 address. */
function embeddedAddresses(address: Address): ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address.parts;
  const found: ipaddr.IPv4[] = [];
  const nat64 = a === 0x64 && b === 0xff9b;
  const translated = [a, b, c, d].every((part) => part === 0) && e === 0xffff && f === 0;
  const compatible = [a, b, c, d, e, f].every((part) => part === 0) && g !== 0;
  const isatap = (e === 0 || e === 0x200) && f === 0x5efe;
  if (nat64 || translated || compatible || isatap) found.push(toIPv4(g, h));
  if (a === 0x2002) found.push(toIPv4(b, c));
  if (a === 0x2001 && b === 0) found.push(toIPv4(c, d), toIPv4(g ^ 0xffff, h ^ 0xffff));
  return found;
}

function toIPv4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

/**
 * Reads `PARLEY_ALLOW_PRIVATE_CIDRS`: CIDRs or single addresses, separated by commas or blanks.
 * Invalid entries are described in `problems`; `ranges` contains the valid ones.
 */
export function parseAddressRanges(text: string): { ranges: AddressRange[]; problems: string[] } {
  const ranges: AddressRange[] = [];
  const problems: string[] = [];
  for (const entry of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const range = parseRange(entry);
    if (typeof range === 'string') problems.push(range);
    else ranges.push(range);
  }
  return { ranges, problems };
}

function parseRange(entry: string): AddressRange | string {
  const [address = '', prefix, ...rest] = entry.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) {
    return `"${entry}" is not an address range; write it like 10.0.0.0/8 or fd00::/8.`;
  }
  const network = parseAddress(address);
  if (network !== unwrapMapped(network))
    return `"${entry}" is an IPv4 address inside IPv6; write it as IPv4.`;
  const bits = bitLength(network);
  const prefixLength = prefix === undefined ? bits : Number(prefix);
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || prefixLength > bits)) {
    return `"${entry}" has no valid prefix length; it must be from 0 to ${bits}.`;
  }
  const first = firstAddress(network, prefixLength);
  if (first !== network.toString())
    return `"${entry}" has bits beyond its prefix; write ${first}/${prefixLength}.`;
  return { network, prefixLength };
}

function firstAddress(address: Address, prefixLength: number): string {
  const cidr = `${address.toNormalizedString()}/${prefixLength}`;
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(cidr).toString();
}
