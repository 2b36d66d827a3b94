import { expect, test } from 'vitest';
import { format } from './table.ts';

test('a table cuts its last column in a terminal only', () => {
  const columns = [
    { title: 'id', text: ({ id }: { id: number; text: string }) => String(id) },
    { title: 'text', text: ({ text }: { id: number; text: string }) => text },
  ];
  const rows = [{ id: 10, text: `a\nb ${'x'.repeat(30)}` }];
  expect(format(rows, columns, null)).toEqual(['ID  TEXT', `10  a b ${'x'.repeat(30)}`]);
  expect(format(rows, columns, 24)[1]).toBe(`10  a b ${'x'.repeat(15)}…`);
});
