import type { KnowledgeDocument } from '../../../data/knowledge.ts';

const STAGES = {
  waiting: 'Waiting its turn',
  fetching: 'Fetching pages',
  extracting: 'Reading pages',
  indexing: 'Cutting into passages',
  embedding: 'Learning the meaning',
  ready: 'Ready',
} as const;

/** How far a document is, stage by stage. While its meaning is learned it can be searched by words. */
export function DocumentProgress({ document }: { document: KnowledgeDocument }) {
  const { stage, progress, name } = document;
  const { done, total } = progress;
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  const count = total === null ? (done === 0 ? '' : ` ${done}`) : ` ${done} of ${total}`;
  return (
    <div>
      <p className="text-ink-soft text-sm">
        {STAGES[stage]}
        {count}
      </p>
      <div
        role="progressbar"
        aria-label={`Progress of ${name}: ${STAGES[stage]}`}
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
