import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, RefreshCw, RotateCw, TextSearch, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showError } from '../../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { contentCount } from '../../../components/knowledge/content-count.ts';
import { DocumentProgress } from '../../../components/knowledge/document-progress.tsx';
import { KnowledgeStatus } from '../../../components/knowledge/knowledge-status.tsx';
import { MenuItem, MoreMenu } from '../../../components/overlay/menu.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type BulkAction, BulkBar, type BulkWords } from '../../../components/table/bulk/bulk-bar.tsx';
import { useSelection } from '../../../components/table/bulk/use-selection.tsx';
import { VirtualList } from '../../../components/table/virtual-list.tsx';
import { actOnDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { useRights } from '../../../data/rights.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { DeleteDocument } from './delete-document.tsx';

interface DocumentListProps {
  knowledgebaseId: string;
  documents: readonly KnowledgeDocument[];
  onShow: (id: number) => void;
  onRename: (id: number) => void;
}

/** Typical height; rows with errors are taller. */
const ROW_HEIGHT_PX = 69;

export function DocumentList({ knowledgebaseId, documents, onShow, onRename }: DocumentListProps) {
  const [toDelete, setToDelete] = useState<KnowledgeDocument | null>(null);
  const queries = useQueryClient();
  const { mayChange } = useRights();
  const { rows: selected, selector, set } = useSelection(documents, nameOf);
  const actions: readonly BulkAction<KnowledgeDocument>[] = [
    {
      label: t('Read again'),
      icon: <RefreshCw />,
      act: async (document) => {
        const action = repeatOf(document);
        if (action === null) throw new Error(t('Only websites and failed documents can be read again.'));
        await actOnDocument(knowledgebaseId, document.id, action);
      },
      title: (count) =>
        t('{count, plural, one {Read # document again?} other {Read # documents again?}}', { count }),
      text: t(
        'Websites are crawled again, and failed documents are retried. The current passages stay until then.',
      ),
      done: (count) => t('{count, plural, one {# document queued.} other {# documents queued.}}', { count }),
      isHarmless: true,
    },
    {
      label: t('Delete documents'),
      icon: <Trash2 />,
      act: ({ id }) => actOnDocument(knowledgebaseId, id, 'delete'),
      title: (count) => t('{count, plural, one {Delete # document?} other {Delete # documents?}}', { count }),
      text: t('Assistants stop using them immediately. This can’t be undone.'),
      done: (count) =>
        t('{count, plural, one {# document deleted.} other {# documents deleted.}}', { count }),
    },
  ];
  return (
    <>
      <BulkBar
        rows={selected}
        words={BULK_WORDS}
        actions={actions}
        nameOf={nameOf}
        onSelect={set}
        onDone={() => queries.invalidateQueries({ queryKey: ['knowledge'] })}
      />
      <VirtualList
        label={t('Documents')}
        className="max-h-[70vh] rounded-xl border border-line bg-surface"
        rows={documents}
        rowKey={({ id }) => id}
        rowHeightPx={ROW_HEIGHT_PX}
        isMeasured
      >
        {(document) => (
          <DocumentRow
            knowledgebaseId={knowledgebaseId}
            document={document}
            checkbox={mayChange('Documents') ? selector.cell(document) : <span />}
            onShow={() => onShow(document.id)}
            onRename={() => onRename(document.id)}
            onDelete={() => setToDelete(document)}
          />
        )}
      </VirtualList>
      <DeleteDocument
        knowledgebaseId={knowledgebaseId}
        toDelete={toDelete}
        onClose={() => setToDelete(null)}
      />
    </>
  );
}

const BULK_WORDS: BulkWords = {
  label: t('Selected documents'),
  selected: (count) =>
    t('{count, plural, one {# document selected} other {# documents selected}}', { count }),
  failed: (count) =>
    t('{count, plural, one {# document could not be changed} other {# documents could not be changed}}', {
      count,
    }),
};

const nameOf = ({ name }: KnowledgeDocument): string => name;

/** How a document is read again; null while it cannot be. */
function repeatOf({ status, type }: KnowledgeDocument): 'retry' | 'refresh' | null {
  if (status === 'failed') return 'retry';
  return type === 'website' && status === 'active' ? 'refresh' : null;
}

const TYPE_LABELS: Readonly<Record<KnowledgeDocument['type'], string>> = {
  website: t('Website'),
  pdf: 'PDF',
  txt: 'TXT',
  docx: 'DOCX',
};

interface DocumentRowProps {
  knowledgebaseId: string;
  document: KnowledgeDocument;
  checkbox: ReactNode;
  onShow: () => void;
  onRename: () => void;
  onDelete: () => void;
}

function DocumentRow(props: DocumentRowProps) {
  const { knowledgebaseId, document, checkbox, onShow, onRename, onDelete } = props;
  const { id, name, description, type, status, error, warning } = document;
  const { created_at, last_read_at } = document;
  const queries = useQueryClient();
  const mayChange = useRights().mayChange('Documents');
  const readAgain = useMutation({
    mutationFn: (action: 'retry' | 'refresh') => actOnDocument(knowledgebaseId, id, action),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['knowledge'] }),
    onError: showError,
  });
  return (
    <div className="grid gap-3 border-line border-b px-4 py-3 [li:last-child>&]:border-b-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center sm:grid-cols-[auto_minmax(0,1fr)_14rem_10rem]">
      {checkbox}
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <button
          type="button"
          dir="auto"
          title={name}
          onClick={onShow}
          className="max-w-full truncate text-left font-medium hover:underline"
        >
          {name}
        </button>
        <p className="truncate text-ink-soft text-sm">
          {TYPE_LABELS[type]} ·{' '}
          {type === 'website' && last_read_at !== null
            ? rich('last crawled {time}', { time: <RelativeTime iso={last_read_at} /> })
            : rich('added {time}', { time: <RelativeTime iso={created_at} /> })}
          {description !== '' && ` · ${description}`}
        </p>
        {error !== null && <p className="mt-1 text-bad text-sm">{translateServerText(error)}</p>}
        {warning !== null && <Warning text={warning} />}
      </div>
      {status === 'processing' ? (
        <div className="col-start-2 sm:col-start-auto">
          <DocumentProgress document={document} />
        </div>
      ) : (
        <div className="col-start-2 flex flex-wrap items-center gap-2 sm:col-start-auto">
          <KnowledgeStatus status={status} />
          <span className="text-ink-soft text-sm">{contentCount(document)}</span>
        </div>
      )}
      <div className="flex items-center justify-end gap-1">
        {mayChange && status === 'failed' && (
          <Button
            size="small"
            icon={<RotateCw />}
            isBusy={readAgain.isPending}
            onClick={() => readAgain.mutate('retry')}
          >
            {t('Retry')}
          </Button>
        )}
        {mayChange && type === 'website' && status === 'active' && (
          <Button
            size="small"
            icon={<RefreshCw />}
            isBusy={readAgain.isPending}
            onClick={() => readAgain.mutate('refresh')}
          >
            {t('Refresh')}
          </Button>
        )}
        <MoreMenu variant="quiet" label={t('More actions for {name}', { name })}>
          <MenuItem icon={<TextSearch />} onSelect={onShow}>
            {t('Show passages')}
          </MenuItem>
          <IfAllowed area="Documents">
            <MenuItem icon={<Pencil />} onSelect={onRename}>
              {t('Edit name and description')}
            </MenuItem>
            <MenuItem icon={<Trash2 />} isDangerous onSelect={onDelete}>
              {t('Delete document')}
            </MenuItem>
          </IfAllowed>
        </MoreMenu>
      </div>
    </div>
  );
}

/** One warning per line. */
function Warning({ text }: { text: string }) {
  const lines = text.split('\n').map(translateServerText);
  return <p className="wrap-anywhere mt-1 whitespace-pre-line text-sm text-warn">{lines.join('\n')}</p>;
}
