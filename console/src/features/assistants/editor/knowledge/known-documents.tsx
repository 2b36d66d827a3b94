import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded, Skeleton } from '../../../../components/feedback/states.tsx';
import { contentCount } from '../../../../components/knowledge/content-count.ts';
import { DocumentProgress } from '../../../../components/knowledge/document-progress.tsx';
import { KnowledgeStatus } from '../../../../components/knowledge/knowledge-status.tsx';
import { VirtualList } from '../../../../components/table/virtual-list.tsx';
import { documentListQuery, type KnowledgeDocument } from '../../../../data/knowledge.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { translateServerText } from '../../../../lib/i18n/translate-server-text.ts';

/** The documents of the chosen knowledge base with their progress; its own page can change them. */
export function KnownDocuments({ knowledgebaseId }: { knowledgebaseId: string }) {
  const documents = useQuery(documentListQuery(knowledgebaseId));
  return (
    <Loaded query={documents} skeleton={<Skeleton lines={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-ink-soft text-sm">
            {t('No documents yet. Drop a file here, or add a website.')}
          </p>
        ) : (
          <VirtualList
            label={t('Documents')}
            className="max-h-96 rounded-xl border border-line bg-surface"
            rows={rows}
            rowKey={({ id }) => id}
            rowHeightPx={57}
            isMeasured
          >
            {(document) => <DocumentRow knowledgebaseId={knowledgebaseId} document={document} />}
          </VirtualList>
        )
      }
    </Loaded>
  );
}

function DocumentRow({
  knowledgebaseId,
  document,
}: {
  knowledgebaseId: string;
  document: KnowledgeDocument;
}) {
  const { id, name, status, error } = document;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_12rem] items-center gap-3 border-line border-b px-4 py-3 [li:last-child>&]:border-b-0">
      <div className="min-w-0">
        <Link
          to="/knowledge/$knowledgebaseId"
          params={{ knowledgebaseId }}
          search={{ open: `document.${id}` }}
          dir="auto"
          title={name}
          className="block truncate font-medium hover:underline"
        >
          {name}
        </Link>
        {error !== null && (
          <p className="wrap-anywhere mt-1 text-bad text-sm">{translateServerText(error)}</p>
        )}
      </div>
      {status === 'processing' ? (
        <DocumentProgress document={document} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <KnowledgeStatus status={status} />
          <span className="text-ink-soft text-sm">{contentCount(document)}</span>
        </div>
      )}
    </div>
  );
}
