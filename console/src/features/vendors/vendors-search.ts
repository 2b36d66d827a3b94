import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { present } from '../../lib/search/search-values.ts';

export const VENDOR_DIALOGS = { vendor: 'key' } as const;

interface VendorsSearch {
  open?: DialogAddress<typeof VENDOR_DIALOGS>;
}

export function vendorsSearch({ open }: Record<string, unknown>): VendorsSearch {
  return present({ open: dialogIn(VENDOR_DIALOGS, open) });
}
