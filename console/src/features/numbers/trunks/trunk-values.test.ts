import { expect, test } from 'vitest';
import { requestOf, valuesOf } from './trunk-values.ts';

test('splits addresses at commas and white space', () => {
  const values = {
    ...valuesOf(null),
    allowed_inbound_ips: '203.0.113.7\n 198.51.100.0/24, 2001:db8::1 \n\n',
  };
  expect(requestOf(values)['allowed_inbound_ips']).toEqual(['203.0.113.7', '198.51.100.0/24', '2001:db8::1']);
});

test('reads one SIP header per line', () => {
  const values = { ...valuesOf(null), sip_headers: 'X-Queue: 3\nX-Customer-Id: {{id}}' };
  expect(requestOf(values)['sip_headers']).toEqual([
    { name: 'X-Queue', value: '3' },
    { name: 'X-Customer-Id', value: '{{id}}' },
  ]);
});

test('omits an empty password', () => {
  expect(requestOf(valuesOf(null))).not.toHaveProperty('sip_password');
  expect(requestOf({ ...valuesOf(null), sip_password: 'secret' })).toHaveProperty('sip_password', 'secret');
});
