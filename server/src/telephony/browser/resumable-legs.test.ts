import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { processOfToken } from './resumable-legs.ts';

const secret = 'A'.repeat(43);
const processId = randomUUID();

test.each([
  [`${processId}.${secret}`, processId],
  [`${'-'.repeat(36)}.${secret}`, null],
  [`${'a'.repeat(36)}.${secret}`, null],
  [`${processId}.${secret}A`, null],
  [`${processId}${secret}`, null],
  ['', null],
])('the token %s names the process %s', (token, expected) => {
  expect(processOfToken(token)).toBe(expected);
});
