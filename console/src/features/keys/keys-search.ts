import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { present } from '../../lib/search/search-values.ts';

export const KEYS_DIALOGS = { 'new-key': 'plain' } as const;

interface KeysSearch {
  open?: DialogAddress<typeof KEYS_DIALOGS>;
}

export function keysSearch({ open }: Record<string, unknown>): KeysSearch {
  return present({ open: dialogIn(KEYS_DIALOGS, open) });
}
