import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, RotateCw, TextSearch, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { MenuItem, MoreMenu } from '../../../components/overlay/menu.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { actOnDocument, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { KnowledgeStatus } from '../knowledge-status.tsx';
import { DocumentProgress } from './document-progress.tsx';

interface DocumentListProps {
  knowledgebaseId: string;
  documents: readonly KnowledgeDocument[];
  onShow: (id: number) => void;
  onRename: (id: number) => void;
}

export function DocumentList({ knowledgebaseId, documents, onShow, onRename }: DocumentListProps) {
  return (
    <ul
      aria-label="Documents"
      className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
    >
      {documents.map((document) => (
        <DocumentRow
          key={document.id}
          knowledgebaseId={knowledgebaseId}
          document={document}
          onShow={() => onShow(document.id)}
          onRename={() => onRename(document.id)}
        />
      ))}
    </ul>
  );
}

interface DocumentRowProps {
  knowledgebaseId: string;
  document: KnowledgeDocument;
  onShow: () => void;
  onRename: () => void;
}

function DocumentRow({ knowledgebaseId, document, onShow, onRename }: DocumentRowProps) {
  const { id, name, description, type_label, status, status_label, error, created_at } = document;
  const [isDeleting, setDeleting] = useState(false);
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (deed: 'retry' | 'delete') => actOnDocument(knowledgebaseId, id, deed),
    onSuccess: async (_, deed) => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      if (deed === 'delete') tellDone(`“${name}” is deleted.`);
    },
    onError: tellError,
  });
  return (
    <li className="grid gap-3 px-4 py-3 grid-cols-[minmax(0,1fr)_auto] items-center sm:grid-cols-[minmax(0,1fr)_14rem_10rem]">
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
          {type_label} · added <RelativeTime iso={created_at} />
          {description !== '' && ` · ${description}`}
        </p>
        {error !== null && <p className="mt-1 text-bad text-sm">{error}</p>}
      </div>
      {status === 'processing' ? (
        <DocumentProgress document={document} />
      ) : (
        <div>
          <KnowledgeStatus status={status} label={status_label} />
        </div>
      )}
      <div className="flex items-center justify-end gap-1">
        {status === 'failed' && (
          <Button size="small" icon={<RotateCw />} isBusy={act.isPending} onClick={() => act.mutate('retry')}>
            Try again
          </Button>
        )}
        <MoreMenu variant="quiet" label={`More for ${name}`}>
          <MenuItem icon={<TextSearch />} onSelect={onShow}>
            Show its passages
          </MenuItem>
          <MenuItem icon={<Pencil />} onSelect={onRename}>
            Name and description
          </MenuItem>
          <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        </MoreMenu>
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={`Delete “${name}”?`}
        text="Assistants stop finding it at once. This cannot be taken back."
        action="Delete"
        onConfirm={() => act.mutate('delete', { onSuccess: () => setDeleting(false) })}
        isBusy={act.isPending}
      />
    </li>
  );
}
