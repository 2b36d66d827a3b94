import type { KnowledgeDocument } from '../../data/knowledge.ts';
import { formatCount } from '../../lib/format/format.ts';

/** `9 pages, 34 passages`; null until the document is split. */
export function contentCount({ stage, progress, pages }: KnowledgeDocument): string | null {
  const isSplit = stage === 'ready' || stage === 'embedding';
  if (!isSplit || progress.total === null) return null;
  const passages = counted(progress.total, 'passage');
  return pages === null ? passages : `${counted(pages, 'page')}, ${passages}`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}
