import { expect, test } from 'vitest';
import { requestHeaders } from './request-headers.ts';

const trunk = {
  sipHeaders: [
    { name: 'X-Queue', value: 'sales' },
    { name: 'X-Customer-Id', value: '{{customer_id}}' },
  ],
};

test.each([
  ['of the trunk, rendered', [], { customer_id: 4711 }, ['x-queue: sales', 'x-customer-id: 4711']],
  ['with a value only', [], {}, ['x-queue: sales']],
  [
    'of the request in place of the trunk’s',
    [{ name: 'x-QUEUE', value: 'VIP {{customer_id}}' }],
    { customer_id: 1 },
    ['x-customer-id: 1', 'x-queue: VIP 1'],
  ],
  [
    'that are repeated in the request',
    [
      { name: 'Diversion', value: '<sip:1@a>' },
      { name: 'Diversion', value: '<sip:2@a>' },
    ],
    {},
    ['x-queue: sales', 'diversion: <sip:1@a>', 'diversion: <sip:2@a>'],
  ],
  [
    'in one line',
    [],
    { customer_id: ' 1\r\nVia: evil\t2 ' },
    ['x-queue: sales', 'x-customer-id: 1 Via: evil 2'],
  ],
  [
    'of 500 characters at most, without half a character',
    [],
    { customer_id: `${'a'.repeat(499)}😀` },
    ['x-queue: sales', `x-customer-id: ${'a'.repeat(499)}\ufffd`],
  ],
])('a SIP request has the headers %s', (_which, own, values, expected) => {
  const headers = requestHeaders(trunk, { own, values });
  expect(headers.map(({ name, value }) => `${name}: ${value}`)).toEqual(expected);
});
