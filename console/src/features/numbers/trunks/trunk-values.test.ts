import { expect, test } from 'vitest';
import { requestOf, valuesOf } from './trunk-values.ts';

test('splits addresses at commas and white space', () => {
  const values = {
    ...valuesOf(null),
    allowed_inbound_ips: '203.0.113.7\n 198.51.100.0/24, 2001:db8::1 \n\n',
  };
  expect(requestOf(values)['allowed_inbound_ips']).toEqual(['203.0.113.7', '198.51.100.0/24', '2001:db8::1']);
});

test('omits an empty password', () => {
  expect(requestOf(valuesOf(null))).not.toHaveProperty('sip_password');
  expect(requestOf({ ...valuesOf(null), sip_password: 'secret' })).toHaveProperty('sip_password', 'secret');
});
