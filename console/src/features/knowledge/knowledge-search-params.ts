export const KNOWLEDGE_TABS = ['documents', 'try'] as const;
export type KnowledgeTab = (typeof KNOWLEDGE_TABS)[number];

interface KnowledgeSearch {
  tab?: KnowledgeTab;
  /** The document whose passages are shown. */
  document?: number;
  /** The question that is tried. */
  q?: string;
}

export function knowledgeSearch(search: Record<string, unknown>): KnowledgeSearch {
  const tab = KNOWLEDGE_TABS.find((name) => name === search['tab']);
  const document = Number(search['document']);
  const q = search['q'];
  return {
    ...(tab !== undefined && { tab }),
    ...(Number.isSafeInteger(document) && document > 0 && { document }),
    // A question that is a number comes out of the address as one.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  };
}
