import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp, Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState, LoadedList } from '../../../components/feedback/states.tsx';
import { documentListQuery } from '../../../data/knowledge.ts';
import { DocumentList } from './document-list.tsx';
import { DropZone } from './drop-zone.tsx';
import { PassagesDialog } from './passages-dialog.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';
import { WebsiteDialog } from './website-dialog.tsx';

/** What the browser offers to choose; anything else can be dropped and is judged by the server. */
const ACCEPTED = '.pdf,.docx,.txt,.md,.csv,text/plain';

export function DocumentsTab({ knowledgebaseId }: { knowledgebaseId: string }) {
  const documents = useQuery(documentListQuery(knowledgebaseId));
  const { document } = useSearch({ from: '/console/knowledge/$knowledgebaseId' });
  const navigate = useNavigate({ from: '/knowledge/$knowledgebaseId' });
  const { uploads, add, dismiss } = useUploads(knowledgebaseId);
  const [isAddingSite, setAddingSite] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const show = (id: number | undefined): void => {
    void navigate({ search: id === undefined ? {} : { document: id } });
  };
  const actions = (
    <>
      <Button variant="primary" icon={<FileUp />} onClick={() => chooser.current?.click()}>
        Add files
      </Button>
      <Button icon={<Globe />} onClick={() => setAddingSite(true)}>
        Add a website
      </Button>
    </>
  );
  return (
    <DropZone onFiles={add}>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Files to add"
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <UploadList uploads={uploads} onDismiss={dismiss} />
      <LoadedList
        query={documents}
        empty={
          <EmptyState
            icon={<FileUp />}
            title="Drop your first document here"
            text="PDF, Word and text files up to 20 MB, or a website, which is read page by page. While a document is read you see how far it is; it can be searched by words before its meaning is known."
            action={actions}
          />
        }
      >
        {(rows) => (
          <>
            <div className="mb-4 flex flex-wrap items-center gap-2">
              {actions}
              <p className="text-ink-soft text-sm">or drop files anywhere here</p>
            </div>
            <DocumentList knowledgebaseId={knowledgebaseId} documents={rows} onShow={show} />
          </>
        )}
      </LoadedList>
      {isAddingSite && (
        <WebsiteDialog knowledgebaseId={knowledgebaseId} onClose={() => setAddingSite(false)} />
      )}
      {document !== undefined && (
        <PassagesDialog
          knowledgebaseId={knowledgebaseId}
          documentId={document}
          name={documents.data?.find(({ id }) => id === document)?.name ?? 'Document'}
          onClose={() => show(undefined)}
        />
      )}
    </DropZone>
  );
}
