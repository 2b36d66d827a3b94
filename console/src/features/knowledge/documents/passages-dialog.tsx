import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { flowingText } from '../../../components/knowledge/search/flowing-text.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { type DocumentChunk, documentChunksQuery } from '../../../data/knowledge.ts';
import { isMissing } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';

interface PassagesDialogProps {
  knowledgebaseId: string;
  documentId: number;
  name: string;
  onClose: () => void;
}

/** Passages of a document, the units that search returns. */
export function PassagesDialog({ knowledgebaseId, documentId, name, onClose }: PassagesDialogProps) {
  const chunks = useInfiniteQuery(documentChunksQuery(knowledgebaseId, documentId));
  if (isMissing(chunks.error)) return <GoneDialog onClose={onClose} />;
  const total = chunks.data?.pages[0]?.total;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      shape="side"
      title={name}
      text={
        total === undefined
          ? t('Passages')
          : t('{count, plural, one {# passage} other {# passages}}', { count: total })
      }
    >
      <Loaded query={chunks}>
        {({ pages }) => (
          <ol aria-label={t('Passages')} className="grid grid-cols-1 gap-3">
            {pages.flatMap(({ data }) => data.map((chunk) => <Chunk key={chunk.position} chunk={chunk} />))}
          </ol>
        )}
      </Loaded>
      {total === 0 && (
        <p className="text-ink-soft">
          {t('No passages: the document is still being processed, or it failed.')}
        </p>
      )}
      {chunks.hasNextPage && (
        <Button
          className="mt-4"
          isBusy={chunks.isFetchingNextPage}
          onClick={() => void chunks.fetchNextPage()}
        >
          {t('Show more')}
        </Button>
      )}
    </Dialog>
  );
}

function Chunk({ chunk: { position, heading, text, source, is_embedded } }: { chunk: DocumentChunk }) {
  return (
    <li className="rounded-lg border border-line p-3">
      <div className="wrap-anywhere mb-1.5 flex flex-wrap items-center justify-between gap-2 text-ink-soft text-sm *:min-w-0">
        <span>
          {position + 1}
          {heading !== '' && ` · ${heading}`}
        </span>
        <span className="flex items-center gap-2">
          {source}
          {!is_embedded && <Badge tone="info">{t('Keywords only')}</Badge>}
        </span>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere text-sm leading-relaxed">{flowingText(text)}</p>
    </li>
  );
}
