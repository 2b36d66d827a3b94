import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { dayOf, present, textOf } from '../../lib/search/search-values.ts';

export const AUDIT_DIALOGS = { entry: 'id' } as const;

export interface AuditSearch {
  /** Part of the name of a person or API key. */
  who?: string;
  /** Unknown names count as absent. */
  action?: string;
  type?: string;
  from?: string;
  to?: string;
  open?: DialogAddress<typeof AUDIT_DIALOGS>;
}

export function auditSearch({ who, action, type, from, to, open }: Record<string, unknown>): AuditSearch {
  return present({
    who: textOf(who),
    action: textOf(action),
    type: textOf(type),
    from: dayOf(from),
    to: dayOf(to),
    open: dialogIn(AUDIT_DIALOGS, open),
  });
}
