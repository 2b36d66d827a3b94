import { idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';

const KNOWLEDGE_TABS = ['documents', 'try'] as const;
type KnowledgeTab = (typeof KNOWLEDGE_TABS)[number];

interface KnowledgeSearch {
  tab?: KnowledgeTab;
  /** The document whose passages are shown. */
  document?: number;
  /** The question that is tried. */
  q?: string;
}

export function knowledgeSearch(search: Record<string, unknown>): KnowledgeSearch {
  return present({
    tab: oneOf(KNOWLEDGE_TABS, search['tab']),
    document: idOf(search['document']),
    q: textOf(search['q'], 2000),
  });
}
