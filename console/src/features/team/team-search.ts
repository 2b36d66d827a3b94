import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { present, textOf } from '../../lib/search/search-values.ts';

export const TEAM_DIALOGS = { invite: 'plain' } as const;

interface TeamSearch {
  /** Part of a name or email address. */
  person?: string;
  open?: DialogAddress<typeof TEAM_DIALOGS>;
}

export function teamSearch({ person, open }: Record<string, unknown>): TeamSearch {
  return present({ person: textOf(person), open: dialogIn(TEAM_DIALOGS, open) });
}
