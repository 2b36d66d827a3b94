import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTrunkRequest } from '#contract/phone-numbers.ts';
import { validate } from '#contract/validation.ts';
import { errorInLines } from './line-errors.ts';
import { nestErrors } from './nest-errors.ts';

function wordsFor(addresses: readonly string[]): string | undefined {
  const schema = z.object({ allowed_inbound_ips: createTrunkRequest.shape.allowed_inbound_ips });
  const result = validate(schema, { allowed_inbound_ips: addresses });
  return errorInLines(nestErrors(result.ok ? {} : result.fields), 'allowed_inbound_ips', addresses);
}

test('names an invalid line by its text', () => {
  expect(wordsFor(['203.0.113.7'])).toBeUndefined();
  expect(wordsFor(['203.0.113.7', '203.0.113'])).toBe(
    '“203.0.113” must be an IP address or a range such as 203.0.113.0/24.',
  );
  expect(wordsFor(['a', '8.0.0.0/8', 'b', 'a'])).toBe(
    '“a”, “b” must be an IP address or a range such as 203.0.113.0/24. ' +
      '“8.0.0.0/8” must not be wider than a /16, in IPv6 a /32, unless its addresses are private.',
  );
  expect(wordsFor(['a', 'b', 'c', 'd', 'e'])).toMatch(/^“a”, “b”, “c” and 2 more must be/);
});

test('reports an error of the whole list first', () => {
  const many = Array.from({ length: 101 }, () => '203.0.113.7');
  expect(wordsFor(many)).toBe('The allowed inbound ips field must not have more than 100 items.');
});
