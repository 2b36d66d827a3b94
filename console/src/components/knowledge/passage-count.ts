import type { KnowledgeDocument } from '../../data/knowledge.ts';
import { t } from '../../lib/i18n/t.ts';

/** `34 passages`; null until the document is split. */
export function passageCount({ stage, progress }: KnowledgeDocument): string | null {
  const isSplit = stage === 'ready' || stage === 'embedding';
  if (!isSplit || progress.total === null) return null;
  return t('{count, plural, one {# passage} other {# passages}}', { count: progress.total });
}
