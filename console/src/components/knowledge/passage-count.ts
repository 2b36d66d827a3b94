import type { KnowledgeDocument } from '../../data/knowledge.ts';
import { formatCount } from '../../lib/format/format.ts';

/** `34 passages`; null until the document is split. */
export function passageCount({ stage, progress }: KnowledgeDocument): string | null {
  const isSplit = stage === 'ready' || stage === 'embedding';
  if (!isSplit || progress.total === null) return null;
  return progress.total === 1 ? '1 passage' : `${formatCount(progress.total)} passages`;
}
