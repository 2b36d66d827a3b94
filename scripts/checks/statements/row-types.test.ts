import { expect, test } from 'vitest';
import { rowTypeOf } from './row-types.ts';

const columns = [
  { name: 'id', type: 20 },
  { name: 'state', type: 25 },
];

test('narrows the types of columns as the code declares them', () => {
  expect(rowTypeOf(columns, 'Row')).toBe(
    '{ "id": Narrowed<number, Row, "id">; "state": Narrowed<string, Row, "state"> }',
  );
});

test('without a declaration, a text may be one of any literals', () => {
  expect(rowTypeOf(columns, null)).toBe('{ "id": number; "state": any }');
});
