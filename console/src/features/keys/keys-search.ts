import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { idOf, present } from '../../lib/search/search-values.ts';

export const KEYS_DIALOGS = { 'new-key': 'plain' } as const;

interface KeysSearch {
  row?: number;
  open?: DialogAddress<typeof KEYS_DIALOGS>;
}

export function keysSearch({ row, open }: Record<string, unknown>): KeysSearch {
  return present({ row: idOf(row), open: dialogIn(KEYS_DIALOGS, open) });
}
