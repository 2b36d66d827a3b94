import { useState } from 'react';

const KEY = 'parley.first-steps-put-away';

/** Whether the account has dismissed the checklist in this browser. */
export function useDismissed(accountId: number): [isDismissed: boolean, dismiss: () => void] {
  const [isDismissed, setDismissed] = useState(() => dismissedAccounts().includes(accountId));
  const dismiss = (): void => {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...dismissedAccounts(), accountId])]));
    setDismissed(true);
  };
  return [isDismissed, dismiss];
}

function dismissedAccounts(): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
