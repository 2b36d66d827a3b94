import { useQuery } from '@tanstack/react-query';
import { FileUp, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { EmptyState, Loaded } from '../../../../components/feedback/states.tsx';
import { DropZone } from '../../../../components/form/drop-zone.tsx';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { FileChooser } from '../../../../components/knowledge/file-chooser.tsx';
import { TryQuestion } from '../../../../components/knowledge/search/try-question.tsx';
import { UploadList } from '../../../../components/knowledge/upload-list.tsx';
import { useUploads } from '../../../../components/knowledge/use-uploads.ts';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import type { Knowledgebase } from '../../../../data/knowledge.ts';
import { knowledgebaseListQuery } from '../../../../data/knowledge.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { ManageLink } from '../form/manage-link.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { useValues } from '../form/use-values.ts';
import { KnownDocuments } from './known-documents.tsx';
import { useOwnKnowledge } from './use-own-knowledge.ts';
import { WebsiteForm } from './website-form.tsx';

const WAYS = [
  {
    value: 'function_call',
    label: t('Search when needed'),
    hint: t('Faster for small talk.'),
  },
  {
    value: 'prompt',
    label: t('Search before every answer'),
    hint: t('Uses more tokens.'),
  },
];

/** The knowledge base and its documents. The first document creates a knowledge base for the assistant. */
export function KnowledgeTab({ assistant }: { assistant: Assistant }) {
  const { knowledgebase_id: chosen } = useValues(['knowledgebase_id']);
  const target = useOwnKnowledge(assistant);
  const { uploads, add, retry, dismiss } = useUploads(target);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (
    <Button icon={<FileUp />} onClick={() => chooser.current?.click()}>
      {t('Add files')}
    </Button>
  );
  return (
    <DropZone area="Documents" onFiles={add}>
      <KnowledgeChoice />
      <section className="grid gap-4 border-line border-t py-6">
        <h2 className="font-semibold">{t('Documents')}</h2>
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        {chosen === null ? (
          <EmptyState
            icon={<FileUp />}
            title={t('Drop a document here')}
            text={t('The assistant answers from PDF, Word and text files up to 20 MB, and from websites.')}
            action={choose}
          />
        ) : (
          <>
            <KnownDocuments knowledgebaseId={String(chosen)} />
            <div className="flex flex-wrap gap-2">
              {choose}
              <TryIt knowledgebaseId={String(chosen)} />
            </div>
          </>
        )}
        <WebsiteForm target={target} />
        <FileChooser ref={chooser} onFiles={add} />
      </section>
    </DropZone>
  );
}

/** Searches the knowledge base without leaving the assistant. */
function TryIt({ knowledgebaseId }: { knowledgebaseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState('');
  return (
    <>
      <Button isReading icon={<Search />} onClick={() => setOpen(true)}>
        {t('Try a question')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} shape="wide" title={t('Try a question')}>
        <TryQuestion {...{ knowledgebaseId, asked }} onAsk={setAsked} />
      </Dialog>
    </>
  );
}

function KnowledgeChoice() {
  const { mode, knowledgebase_id: chosen } = useValues(['mode', 'knowledgebase_id']);
  const knowledgebases = useQuery(knowledgebaseListQuery);
  const reason = missingReason(mode, 'knowledgebase_mode');
  const options = (knowledgebases.data ?? []).map(({ id, name, status, documents_count }) => ({
    value: String(id),
    label: name,
    hint: contentsOf(status, documents_count),
  }));
  return (
    <FieldGroup title={t('Knowledge')}>
      <ChoiceSetting
        path="knowledgebase_id"
        label={t('Knowledge base')}
        options={options}
        isId
        emptyLabel={t('None')}
        aside={<ManageLink to="/knowledge" />}
      />
      <Loaded query={knowledgebases} skeleton={null}>
        {() => null}
      </Loaded>
      {chosen !== null && (
        <ChoiceSetting
          path="knowledgebase_mode"
          label={t('Knowledge search')}
          options={WAYS}
          isDisabled={reason !== null}
          hint={reason}
        />
      )}
    </FieldGroup>
  );
}

function contentsOf(status: Knowledgebase['status'], count: number): string {
  switch (status) {
    case 'empty':
      return t('{count, plural, one {# document, empty} other {# documents, empty}}', { count });
    case 'processing':
      return t('{count, plural, one {# document, processing} other {# documents, processing}}', { count });
    case 'active':
      return t('{count, plural, one {# document, active} other {# documents, active}}', { count });
    case 'failed':
      return t('{count, plural, one {# document, failed} other {# documents, failed}}', { count });
  }
}
