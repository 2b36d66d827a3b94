import MiniSearch from 'minisearch';
import { termOf } from '../../server/src/modules/knowledge/retrieval/analysis/stem.ts';
import type { Passage } from './sets.ts';

/** A typical npm solution: MiniSearch with Porter stemming and a title boost. */
export function miniSearchOver(passages: readonly Passage[]): (question: string, limit: number) => string[] {
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'text'],
    processTerm: (term) => termOf(term.toLowerCase(), 'english'),
    searchOptions: { boost: { heading: 2 }, bm25: { k: 1.2, b: 0.75, d: 0 } },
  });
  index.addAll(passages);
  return (question, limit) =>
    index
      .search(question)
      .slice(0, limit)
      .map(({ id }): string => String(id));
}
