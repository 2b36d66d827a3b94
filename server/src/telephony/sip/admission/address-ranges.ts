import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A set of IP addresses and CIDR ranges; lookup costs one step per prefix length. */
export class AddressRanges {
  /** Network bytes in hexadecimal, by family and prefix length such as `ipv4 24`. */
  readonly #networks = new Map<string, Set<string>>();

  /** @param ranges malformed ones are ignored */
  constructor(ranges: readonly string[]) {
    for (const text of ranges) {
      const range = readRange(text);
      if (range === null) continue;
      const key = `${range.address.kind()} ${range.length}`;
      const networks = this.#networks.get(key) ?? new Set();
      networks.add(networkOf(range.address.toByteArray(), range.length));
      this.#networks.set(key, networks);
    }
  }

  has(address: string): boolean {
    if (this.#networks.size === 0 || isIP(address) === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    const bytes = parsed.toByteArray();
    for (const [key, networks] of this.#networks) {
      const [kind, length = ''] = key.split(' ');
      if (kind === parsed.kind() && networks.has(networkOf(bytes, Number(length)))) return true;
    }
    return false;
  }
}

function readRange(text: string): { address: ipaddr.IPv4 | ipaddr.IPv6; length: number } | null {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || !ipaddr.isValid(address) || rest.length > 0) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  return Number.isInteger(length) && length >= 0 && length <= bits ? { address: parsed, length } : null;
}

/** The first bits of an address, the others zero. */
function networkOf(bytes: readonly number[], length: number): string {
  const masked = bytes.map((byte, index) => {
    const kept = Math.min(Math.max(length - index * 8, 0), 8);
    return byte & (0xff << (8 - kept));
  });
  return Buffer.from(masked).toString('hex');
}
