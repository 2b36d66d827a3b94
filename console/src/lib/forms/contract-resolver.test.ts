import { expect, test } from 'vitest';
import { z } from 'zod';
import { integer, text } from '#contract/fields.ts';
import { contractResolver } from './contract-resolver.ts';
import { errorAt, hasErrorIn, nestErrors } from './nest-errors.ts';

const request = z.object({
  name: text(10),
  retries: integer(0, 5).nullish(),
  items: z
    .array(z.object({ name: text(5) }))
    .max(2)
    .nullish(),
});

const options = { fields: {}, shouldUseNativeValidation: false };
const resolve = (values: Record<string, unknown>) =>
  contractResolver<Record<string, unknown>, typeof request>(request)(values, undefined, options);

test('submits values as the server reads them: trimmed, coerced, null when empty', async () => {
  expect(await resolve({ name: '  Ana ', retries: '3', items: [] })).toEqual({
    values: { name: 'Ana', retries: 3, items: [] },
    errors: {},
  });
  expect(await resolve({ name: 'Ana', retries: '' })).toMatchObject({
    values: { retries: null },
    errors: {},
  });
});

test('reports errors at their fields with the server’s messages', async () => {
  const { errors } = await resolve({ name: '', retries: 9, items: [{ name: 'Ana' }, { name: 'Anastasia' }] });
  expect(errorAt(errors, 'name')).toBe('The name field is required.');
  expect(errorAt(errors, 'retries')).toBe('The retries field must not be greater than 5.');
  expect(errorAt(errors, 'items.0.name')).toBeUndefined();
  expect(errorAt(errors, 'items.1.name')).toBe(
    'The items.1.name field must not be greater than 5 characters.',
  );
  expect(hasErrorIn(errors, 'items')).toBe(true);
  expect(hasErrorIn(errors, 'items.0')).toBe(false);
});

test('reports errors of a list and of its items', () => {
  const errors = nestErrors({ items: ['Too many.'], 'items.0.name': ['Too long.'] });
  expect(errorAt(errors, 'items')).toBe('Too many.');
  expect(errorAt(errors, 'items.0.name')).toBe('Too long.');
});
