import { expect, test } from 'vitest';
import { headerLines, headersIn } from './header-lines.ts';

test('reads one header per line and ignores empty lines', () => {
  expect(headersIn('X-Customer-Id: {{id}}\n\n Diversion : <sip:1@a>;reason=busy \nX-Flag')).toEqual([
    { name: 'X-Customer-Id', value: '{{id}}' },
    { name: 'Diversion', value: '<sip:1@a>;reason=busy' },
    { name: 'X-Flag', value: '' },
  ]);
});

test('writes headers as they are read', () => {
  const text = 'X-Customer-Id: {{id}}\nUser-to-User: 00afd1;encoding=hex';
  expect(headerLines(headersIn(text))).toBe(text);
});
