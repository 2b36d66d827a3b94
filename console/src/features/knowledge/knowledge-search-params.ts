import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { oneOf, present, textOf } from '../../lib/search/search-values.ts';

const KNOWLEDGE_TABS = ['documents', 'try'] as const;
type KnowledgeTab = (typeof KNOWLEDGE_TABS)[number];

export const LIST_DIALOGS = { 'new-knowledge-base': 'plain' } as const;

interface KnowledgeListSearch {
  open?: DialogAddress<typeof LIST_DIALOGS>;
}

export function knowledgeListSearch({ open }: Record<string, unknown>): KnowledgeListSearch {
  return present({ open: dialogIn(LIST_DIALOGS, open) });
}

/** `document`: passages of a document; `rename`: edit its name and description; `use`: choose an assistant for it. */
export const KNOWLEDGE_DIALOGS = {
  edit: 'plain',
  use: 'plain',
  website: 'plain',
  document: 'id',
  rename: 'id',
} as const;

interface KnowledgeSearch {
  tab?: KnowledgeTab;
  open?: DialogAddress<typeof KNOWLEDGE_DIALOGS>;
  /** The test question. */
  q?: string;
}

export function knowledgeSearch(search: Record<string, unknown>): KnowledgeSearch {
  return present({
    tab: oneOf(KNOWLEDGE_TABS, search['tab']),
    open: dialogIn(KNOWLEDGE_DIALOGS, search['open']),
    q: textOf(search['q'], 2000),
  });
}
