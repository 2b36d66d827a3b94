import { expect, test } from 'vitest';
import { type FailureCause, tripReason } from './breaker.ts';

/** `CCA...`: newest first; C the carrier, A the assistant, N the number, P our process, M money, a dot for all else. */
function reasonOf(calls: string): string | null {
  const causes: Record<string, FailureCause | null> = {
    ...{ C: 'carrier', A: 'assistant', N: 'number', P: 'process', M: 'account', '.': null },
  };
  return tripReason([...calls].map((letter) => ({ failureCause: causes[letter] ?? null })));
}

test.each([
  ['', null],
  ['CCCCCCCCC', null],
  ['CCCCCCCCCC', '10 of the last 10 calls failed, mostly because the carrier could not connect them.'],
  ['CCCCC.....', '5 of the last 10 calls failed'],
  ['CCCC......', null],
  ['AACCAA....', 'mostly because the assistant failed'],
  ['NNNNNPPPPPMMMMMNNNNN', null],
  ['NNNNNNNNNNNNNNN.....', '15 of the last 20 numbers do not exist'],
  ['NNNNNNNNNNNNNN......', null],
  ['NNNNNNNNN', null],
  ['NNNNNNNNCC', '8 of the last 10 numbers do not exist'],
  ['CCCCCCCCC...........', null],
  ['CCCCCCCCCC..........', '10 of the last 20 calls failed'],
  ['....................CCCCCCCCCCCCCCCCCCCC', null],
])('%s', (calls, words) => {
  if (words === null) expect(reasonOf(calls)).toBeNull();
  else expect(reasonOf(calls)).toContain(words);
});
