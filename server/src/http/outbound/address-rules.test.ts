import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressRefusal, parseAddressRanges } from './address-rules.ts';

function ranges(text: string) {
  const parsed = parseAddressRanges(text);
  expect(parsed.problems).toEqual([]);
  return parsed.ranges;
}

describe('addressRefusal', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fd12::1', 'private'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'reserved'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['::127.0.0.1', 'reserved'],
    ['::ffff:0:127.0.0.1', 'reserved'],
    ['64:ff9b::127.0.0.1', 'reserved'],
    ['64:ff9b:1::10.0.0.1', 'reserved'],
    ['2002:7f00:1::', 'reserved'],
    ['2001:0:7f00:1::', 'reserved'],
    ['2606:4700::200:5efe:127.0.0.1', 'loopback'],
    ['4000::1', 'reserved'],
    ['not-an-address', 'malformed'],
    ['127.1', 'malformed'],
    ['', 'malformed'],
  ])('refuses %s as %s', (address, refusal) => {
    expect(addressRefusal(address, [])).toBe(refusal);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '172.15.255.255',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])('allows the public address %s', (address) => {
    expect(addressRefusal(address, [])).toBeNull();
  });

  it('allows a listed range and nothing else', () => {
    const allow = ranges('10.1.0.0/16, fd00:1::/32 192.168.7.7');
    expect(addressRefusal('10.1.255.255', allow)).toBeNull();
    expect(addressRefusal('::ffff:10.1.2.3', allow)).toBeNull();
    expect(addressRefusal('fd00:1::5', allow)).toBeNull();
    expect(addressRefusal('192.168.7.7', allow)).toBeNull();
    expect(addressRefusal('10.2.0.0', allow)).toBe('private');
    expect(addressRefusal('fd00:2::5', allow)).toBe('private');
    expect(addressRefusal('192.168.7.8', allow)).toBe('private');
    expect(addressRefusal('127.0.0.1', allow)).toBe('loopback');
  });

  it('allows metadata addresses only by exact entry', () => {
    expect(addressRefusal('169.254.169.254', ranges('0.0.0.0/0'))).toBe('metadata');
    expect(addressRefusal('169.254.169.254', ranges('169.254.169.0/24'))).toBe('metadata');
    expect(addressRefusal('fd00:ec2::254', ranges('fd00::/8'))).toBe('metadata');
    expect(addressRefusal('169.254.169.254', ranges('169.254.169.254'))).toBeNull();
    expect(addressRefusal('::ffff:169.254.169.254', ranges('169.254.169.254/32'))).toBeNull();
  });

  it('checks the embedded address even if the outer range is listed', () => {
    const nat64 = ranges('64:ff9b::/96');
    expect(addressRefusal('64:ff9b::8.8.8.8', nat64)).toBeNull();
    expect(addressRefusal('64:ff9b::127.0.0.1', nat64)).toBe('loopback');
    expect(addressRefusal('64:ff9b::169.254.169.254', nat64)).toBe('metadata');
    expect(addressRefusal('2002:a00:1::', ranges('::/0'))).toBe('private');
    expect(addressRefusal('2001:0:808:808::f5ff:fffe', ranges('::/0'))).toBe('private');
  });

  it('refuses every non-unicast IPv4 address in every IPv6 embedding', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const address = ipaddr.IPv4.parse(text);
        if (address.range() === 'unicast') return;
        for (const form of [text, `::ffff:${text}`, `::${text}`, `64:ff9b::${text}`, `::ffff:0:${text}`]) {
          expect(addressRefusal(form, [])).not.toBeNull();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses IPv6 addresses outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const first = ipaddr.IPv6.parse(text).parts[0] ?? 0;
        const mapped = ipaddr.IPv6.parse(text).isIPv4MappedAddress();
        if (!mapped && (first < 0x2000 || first > 0x3fff)) expect(addressRefusal(text, [])).not.toBeNull();
      }),
    );
  });
});

describe('parseAddressRanges', () => {
  it('returns no ranges for an empty text', () => {
    expect(parseAddressRanges('  ')).toEqual({ ranges: [], problems: [] });
  });

  it.each([
    ['10.0.0.0/8x', 'has no valid prefix length'],
    ['10.0.0.0/33', 'it must be from 0 to 32'],
    ['fd00::/129', 'it must be from 0 to 128'],
    ['10.0.0.0/', 'has no valid prefix length'],
    ['10.0.0.0/-1', 'has no valid prefix length'],
    ['10.0.0.5/8', 'write 10.0.0.0/8'],
    ['fd00::1/8', 'write fd00::/8'],
    ['10.1/16', 'is not an address range'],
    ['0x7f.0.0.1', 'is not an address range'],
    ['localhost', 'is not an address range'],
    ['10.0.0.0/8/9', 'is not an address range'],
    ['fe80::1%eth0', 'is not an address range'],
    ['::ffff:10.0.0.0/104', 'write it as IPv4'],
  ])('refuses %s', (text, problem) => {
    const parsed = parseAddressRanges(`192.168.0.0/16,${text}`);
    expect(parsed.problems).toHaveLength(1);
    expect(parsed.problems[0]).toContain(problem);
    expect(parsed.problems[0]).toContain(text);
    expect(parsed.ranges).toHaveLength(1);
  });
});
