import { expect, test } from 'vitest';
import { delimiterOf } from './csv-delimiter.ts';

test.each([
  ['phone,name,city\n+40721000001;x;y;z;w', ','],
  ['phone;name;city\r\n1,2,3,4,5', ';'],
  ['phone\tname', '\t'],
  ['phone|name', '|'],
  ['"a;b;c;d",name', ','],
  ['phone', ','],
  ['sep=;\r\na,b,c', ';'],
  ['SEP=\t\na,b,c', '\t'],
  ['sep=x\na,b,c', ','],
  ['', ','],
  ['Customers, March 2026\nphone;name\n+40721000001;Ada\n+40721000002;Bob', ';'],
  ['Customers March 2026\r\n\r\nphone|name\r\n+40721000001|Ada', '|'],
  ['phone;name;balance\n+40721000001;Ada;1,5\n+40721000002;Bob;2,5', ';'],
])('in %j the delimiter is %j', (head, delimiter) => {
  expect(delimiterOf(head)).toBe(delimiter);
});
