import { useState } from 'react';
import { hideFor, isHidden } from '../../../lib/hidden-items.ts';

const KEY = 'parley.first-steps-put-away';

/** Whether the account has dismissed the checklist in this browser. */
export function useDismissed(accountId: number): [isDismissed: boolean, dismiss: () => void] {
  const [isDismissed, setDismissed] = useState(() => isHidden(KEY, accountId));
  const dismiss = (): void => {
    hideFor(KEY, accountId);
    setDismissed(true);
  };
  return [isDismissed, dismiss];
}
