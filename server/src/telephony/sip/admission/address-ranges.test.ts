import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { AddressRanges } from './known-addresses.ts';

test.each([
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['198.51.100.255', true],
  ['198.51.101.0', false],
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['::ffff:192.0.2.1', true],
  ['2001:db8::1', true],
  ['2001:db9::1', false],
  ['localhost', false],
  ['', false],
])('the ranges contain %s: %s', (address, isThere) => {
  const ranges = ['192.0.2.1', '198.51.100.0/24', '203.0.113.0/29', '2001:db8::/32', 'rubbish', '1.2.3.4/33'];
  expect(new AddressRanges(ranges).has(address)).toBe(isThere);
  expect(new AddressRanges([]).has(address)).toBe(false);
});

test('every range matches its CIDR definition', () => {
  const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 0, max: 32 }), (one, other, length) => {
      const [network, address] = [one.join('.'), other.join('.')];
      const expected = ipaddr.parse(address).match(ipaddr.parse(network), length);
      expect(new AddressRanges([`${network}/${length}`]).has(address)).toBe(expected);
      expect(new AddressRanges([`${network}/${length}`]).has(network)).toBe(true);
    }),
  );
});
