import { expect, test } from 'vitest';
import { replayRequest } from '#contract/webhooks.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { replayResolver, replaySpan } from './replay-values.ts';

const resolve = (values: object) =>
  replayResolver(replayRequest)({ ...replaySpan(new Date()), ...values }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

test('defaults to failed webhooks of the last day', async () => {
  const now = new Date('2026-03-02T09:30:20Z');
  const { from, to, status } = replaySpan(now);
  expect(new Date(to).toISOString()).toBe('2026-03-02T09:30:00.000Z');
  expect(new Date(from).toISOString()).toBe('2026-03-01T09:30:00.000Z');
  expect(status).toBe('failed');
  expect((await resolve({})).errors).toEqual({});
});

test.each([
  [{ from: '' }, 'from', 'The from field is required.'],
  [{ from: '2026-03-02T10:00', to: '2026-03-02T10:00' }, 'to', '“To” must be later than “From”.'],
  [{ from: '2026-03-03T10:00', to: '2026-03-02T10:00' }, 'to', '“To” must be later than “From”.'],
  [{ event: 'e'.repeat(65) }, 'event', 'The event field must not be greater than 64 characters.'],
])('rejects %o at the field %s', async (values, field, message) => {
  expect(errorAt((await resolve(values)).errors, field)).toBe(message);
});
