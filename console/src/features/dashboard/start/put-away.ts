import { useState } from 'react';

const KEY = 'parley.first-steps-put-away';

/** Whether this browser shows the first steps no more to an account. */
export function usePutAway(accountId: number): [isPutAway: boolean, putAway: () => void] {
  const [isPutAway, setPutAway] = useState(() => putAwayAccounts().includes(accountId));
  const putAway = (): void => {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...putAwayAccounts(), accountId])]));
    setPutAway(true);
  };
  return [isPutAway, putAway];
}

function putAwayAccounts(): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
