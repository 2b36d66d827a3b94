import { Link } from '@tanstack/react-router';
import type { Passage } from '../../../data/knowledge.ts';
import { formatShare } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';
import { flowingText } from './flowing-text.ts';
import { markWords } from './marked-text.ts';
import { meaningDoubt } from './meaning-doubt.ts';

/** A search result with matching words highlighted, and its scores. */
export function FoundPassage({
  passage,
  rank,
  question,
  hasMeaning,
}: {
  passage: Passage;
  rank: number;
  question: string;
  /** False if a note above the list already explains the missing similarity for all passages. */
  hasMeaning: boolean;
}) {
  const { document_name, document_id, source, text, score, why } = passage;
  return (
    <li className="rounded-xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="wrap-anywhere min-w-0 font-medium">
          <span className="mr-2 text-ink-soft tabular-nums">{rank}</span>
          <Link
            from="/knowledge/$knowledgebaseId"
            search={(before) => ({ ...before, open: `document.${document_id}` as const })}
            {...OPENS_DIALOG}
            className="hover:underline"
          >
            {document_name}
          </Link>
        </h2>
        {source !== null && <p className="max-w-full truncate text-ink-soft text-sm">{source}</p>}
      </div>
      <p className="mt-2 whitespace-pre-wrap wrap-anywhere leading-relaxed">
        {markWords(flowingText(text), question).map(({ text: part, isMatch }, index) =>
          isMatch ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order.
            <mark key={index} className="rounded-sm bg-warn-soft text-ink ring-1 ring-warn/40">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Measure name={t('Relevance')} share={score} />
        <Measure name={t('Keyword match')} share={why.words} />
        {hasMeaning && (
          <Measure name={t('Semantic similarity')} share={why.meaning} unless={meaningDoubt(why)} />
        )}
      </dl>
    </li>
  );
}

interface MeasureProps {
  name: string;
  share: number | null;
  /** Shown instead of a misleading score. */
  unless?: string | null;
}

function Measure({ name, share, unless = null }: MeasureProps) {
  if (unless !== null) {
    return (
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-ink-soft">{name}</dt>
        <dd>{unless}</dd>
      </div>
    );
  }
  return (
    <div className="flex items-center gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="flex items-center gap-2 tabular-nums">
        <span className="h-1.5 w-16 overflow-hidden rounded-full bg-line" aria-hidden>
          <span className="block h-full bg-accent" style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
        {share === null ? t('not available yet') : formatShare(share)}
      </dd>
    </div>
  );
}
