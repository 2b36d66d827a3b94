import { useQuery } from '@tanstack/react-query';
import { FileUp, Globe } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { DropZone } from '../../../components/knowledge/drop-zone.tsx';
import { FileChooser } from '../../../components/knowledge/file-chooser.tsx';
import { UploadList } from '../../../components/knowledge/upload-list.tsx';
import { useUploads } from '../../../components/knowledge/use-uploads.ts';
import { documentListQuery } from '../../../data/knowledge.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { KNOWLEDGE_DIALOGS } from '../knowledge-search-params.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { DocumentList } from './document-list.tsx';
import { PassagesDialog } from './passages-dialog.tsx';
import { RetryFailed } from './retry-failed.tsx';
import { WebsiteDialog } from './website-dialog.tsx';

export function DocumentsTab({ knowledgebaseId }: { knowledgebaseId: string }) {
  const documents = useQuery(documentListQuery(knowledgebaseId));
  const dialog = useDialogAddress(KNOWLEDGE_DIALOGS);
  const document = dialog.idOf('document');
  const renamed = dialog.idOf('rename');
  const { uploads, add, retry, dismiss } = useUploads(() => knowledgebaseId);
  const chooser = useRef<HTMLInputElement>(null);
  const actions = (
    <>
      <Button variant="primary" icon={<FileUp />} onClick={() => chooser.current?.click()}>
        {t('Add files')}
      </Button>
      <Button icon={<Globe />} onClick={() => dialog.show('website')}>
        {t('Add website')}
      </Button>
    </>
  );
  return (
    <DropZone onFiles={add}>
      <FileChooser ref={chooser} onFiles={add} />
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      <LoadedList
        query={documents}
        empty={{
          icon: <FileUp />,
          title: t('Drop your first document here'),
          text: t('Upload PDF, Word or text files up to 20 MB, or add a website.'),
          action: actions,
        }}
      >
        {(rows) => (
          <>
            <div className="mb-4 flex flex-wrap items-center gap-2">
              {actions}
              <RetryFailed knowledgebaseId={knowledgebaseId} documents={rows} />
              <p className="text-ink-soft text-sm">{t('or drop files anywhere')}</p>
            </div>
            <DocumentList
              knowledgebaseId={knowledgebaseId}
              documents={rows}
              onShow={(id) => dialog.show(`document.${id}`)}
              onRename={(id) => dialog.show(`rename.${id}`)}
            />
          </>
        )}
      </LoadedList>
      {dialog.isOpen('website') && <WebsiteDialog knowledgebaseId={knowledgebaseId} onClose={dialog.close} />}
      {renamed !== undefined && documents.data !== undefined && (
        <DocumentDialog
          key={renamed}
          knowledgebaseId={knowledgebaseId}
          document={documents.data.find(({ id }) => id === renamed)}
          onClose={dialog.close}
        />
      )}
      {document !== undefined && (
        <PassagesDialog
          knowledgebaseId={knowledgebaseId}
          documentId={document}
          name={documents.data?.find(({ id }) => id === document)?.name ?? 'Document'}
          onClose={dialog.close}
        />
      )}
    </DropZone>
  );
}
