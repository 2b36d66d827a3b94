import { useQuery } from '@tanstack/react-query';
import { Bot, FileUp, Globe } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { DropZone } from '../../../components/form/drop-zone.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { FileChooser } from '../../../components/knowledge/file-chooser.tsx';
import { UploadList } from '../../../components/knowledge/upload-list.tsx';
import { useUploads } from '../../../components/knowledge/use-uploads.ts';
import { documentListQuery, isSearchable, type KnowledgeDocument } from '../../../data/knowledge.ts';
import { useRights } from '../../../data/rights.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { KNOWLEDGE_DIALOGS } from '../knowledge-search-params.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { DocumentList } from './document-list.tsx';
import { PassagesDialog } from './passages-dialog.tsx';
import { RetryFailed } from './retry-failed.tsx';
import { WebsiteDialog } from './website-dialog.tsx';

interface DocumentsTabProps {
  knowledgebaseId: string;
  /** True if no assistant uses the knowledge base. */
  isUnused: boolean;
}

export function DocumentsTab({ knowledgebaseId, isUnused }: DocumentsTabProps) {
  const documents = useQuery(documentListQuery(knowledgebaseId));
  const dialog = useDialogAddress(KNOWLEDGE_DIALOGS);
  const document = dialog.idOf('document');
  const renamed = dialog.idOf('rename');
  const { uploads, add, retry, dismiss } = useUploads(() => knowledgebaseId);
  const chooser = useRef<HTMLInputElement>(null);
  const { mayChange } = useRights();
  const actions = mayChange('Documents') && (
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
    <DropZone area="Documents" onFiles={add}>
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
              <IfAllowed area="Documents">
                <RetryFailed knowledgebaseId={knowledgebaseId} documents={rows} />
                <p className="text-ink-soft text-sm">{t('or drop files anywhere')}</p>
              </IfAllowed>
            </div>
            <IfAllowed area="Knowledgebases">
              {isUnused && <NextStep ready={rows.filter(isSearchable)} onUse={() => dialog.show('use')} />}
            </IfAllowed>
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

/** Shown once the first document can be searched. */
function NextStep({ ready, onUse }: { ready: readonly KnowledgeDocument[]; onUse: () => void }) {
  const [first] = ready;
  if (first === undefined) return null;
  return (
    <div className="mb-4">
      <Callout kind="good">
        <p>
          {t(
            '{count, plural, one {“{name}” is ready. No assistant uses it yet.} other {# documents are ready. No assistant uses them yet.}}',
            { count: ready.length, name: first.name },
          )}
        </p>
        <Button size="small" icon={<Bot />} className="mt-2" onClick={onUse}>
          {t('Use in an assistant')}
        </Button>
      </Callout>
    </div>
  );
}
