import { expect, test } from 'vitest';
import { bulkWords, DONE } from './bulk-words.ts';

test.each([
  [1, [], '1 conversation closed.'],
  [1200, ['unchanged'], '1,200 conversations closed. 1 skipped: no change needed.'],
  [
    0,
    ['unchanged', 'not_found', 'not_found'],
    '0 conversations closed. 3 skipped: no change needed, deleted meanwhile.',
  ],
] as const)('%s changed, skipped for %j', (changed, reasons, words) => {
  const skipped = reasons.map((reason, index) => ({ id: String(index), reason }));
  expect(bulkWords({ changed, skipped }, DONE.closed)).toBe(words);
});
