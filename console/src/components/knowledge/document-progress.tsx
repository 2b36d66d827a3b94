import type { KnowledgeDocument } from '../../data/knowledge.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';

const STAGES = {
  waiting: t('Waiting'),
  fetching: t('Fetching pages'),
  extracting: t('Reading pages'),
  indexing: t('Splitting into passages'),
  embedding: t('Computing embeddings'),
  ready: t('Ready'),
} as const;

/** Processing stage and progress of a document. During `embedding` it can already be searched by keywords. */
export function DocumentProgress({ document }: { document: KnowledgeDocument }) {
  const { stage, progress, name } = document;
  const { done, total } = progress;
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  const count =
    total === null ? (done === 0 ? '' : formatCount(done)) : t('{done} of {total}', { done, total });
  return (
    <div>
      <p className="text-ink-soft text-sm">
        {STAGES[stage]} {count}
      </p>
      <div
        role="progressbar"
        aria-label={t('Progress of {name}: {stage}', { name, stage: STAGES[stage] })}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share !== null && { 'aria-valuenow': Math.round(share * 100) })}
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={
            share === null ? 'h-full w-1/3 animate-pulse bg-accent' : 'h-full bg-accent transition-[width]'
          }
          style={share === null ? {} : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
