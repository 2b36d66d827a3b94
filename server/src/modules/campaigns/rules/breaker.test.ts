import { expect, test } from 'vitest';
import { type FailureCause, tripReason } from './breaker.ts';

/** Calls are letters, newest first: C carrier, A assistant, N number, P process, M balance, a dot for no failure. */
function reasonOf(calls: string, answered = ''): string | null {
  const causes: Record<string, FailureCause | null> = {
    C: 'carrier',
    A: 'assistant',
    N: 'number',
    P: 'process',
    M: 'account',
    '.': null,
  };
  const named = (letters: string) => [...letters].map((letter) => ({ failureCause: causes[letter] ?? null }));
  return tripReason({ finished: named(calls), answered: named(answered) });
}

test.each([
  ['', null],
  ['CCCCCCCCC', null],
  [
    'CCCCCCCCCC',
    '10 of the last 10 calls failed, mostly because the carrier could not connect them or dropped them.',
  ],
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
])('gives the stop reason for the calls "%s"', (calls, words) => {
  if (words === null) expect(reasonOf(calls)).toBeNull();
  else expect(reasonOf(calls)).toContain(words);
});

test.each([
  ['an assistant failing half of the answered calls', 'A.A.A.A.A.', '5 of the last 10 answered calls'],
  ['an assistant failing fewer of them', 'A.A.A.A...', null],
  ['nine failures of nine answered calls', 'AAAAAAAAA', null],
  ['half of the answered calls dropped', 'CCCCC.....', 'or dropped them'],
  ['both together', 'CCCAA.....', '5 of the last 10 answered calls'],
  ['failures before the last twenty', '....................AAAAAAAAAA', null],
])('judges answered calls separately from busy and unanswered ones: %s', (_name, answered, words) => {
  const reason = reasonOf('....................', answered);
  if (words === null) expect(reason).toBeNull();
  else expect(reason).toContain(words);
});
