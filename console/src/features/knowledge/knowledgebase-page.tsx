import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Bot, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { KnowledgebaseStatus } from '../../components/knowledge/knowledge-status.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { MenuItem, MoreMenu } from '../../components/overlay/menu.tsx';
import {
  deleteKnowledgebase,
  documentListQuery,
  isSearchable,
  type Knowledgebase,
  type KnowledgeDocument,
  knowledgebaseQuery,
} from '../../data/knowledge.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { DocumentsTab } from './documents/documents-tab.tsx';
import { KNOWLEDGE_DIALOGS, knowledgeSearch } from './knowledge-search-params.ts';
import { KnowledgebaseDialog } from './list/knowledgebase-dialog.tsx';
import { TryTab } from './try-tab.tsx';
import { UseInAssistant } from './use-in-assistant.tsx';

export function KnowledgebasePage() {
  const { knowledgebaseId } = useParams({ from: '/console/knowledge/$knowledgebaseId' });
  const { tab = 'documents' } = useSearch({ from: '/console/knowledge/$knowledgebaseId' });
  const navigate = useNavigate({ from: '/knowledge/$knowledgebaseId' });
  const knowledgebase = useQuery(knowledgebaseQuery(knowledgebaseId));
  const documents = useQuery(documentListQuery(knowledgebaseId));
  const data = knowledgebase.data;
  const dialog = useDialogAddress(KNOWLEDGE_DIALOGS);
  // The list of documents offers it while no assistant uses the knowledge base.
  const isNextStep =
    tab === 'documents' && data?.assistants_count === 0 && documents.data?.some(isSearchable) === true;
  return (
    <Page
      area="Knowledgebases"
      title={data?.name ?? t('Knowledge base')}
      text={data?.description}
      trail={
        <Link to="/knowledge" className="hover:underline">
          {t('Knowledge')}
        </Link>
      }
      actions={
        data && (
          <>
            <KnowledgebaseStatus knowledgebase={data} failed={failedOf(documents.data)} />
            <IfAllowed area="Knowledgebases">
              {data.documents_count > 0 && !isNextStep && (
                <Button icon={<Bot />} onClick={() => dialog.show('use')}>
                  {t('Use in an assistant')}
                </Button>
              )}
              <KnowledgebaseMenu knowledgebase={data} />
            </IfAllowed>
            {dialog.isOpen('use') && <UseInAssistant knowledgebase={data} onClose={dialog.close} />}
          </>
        )
      }
    >
      <Loaded query={knowledgebase}>
        {() => (
          <Tabs
            key={knowledgebaseId}
            label={t('Knowledge base sections')}
            value={tab}
            // Keeps the last test question while another tab is shown.
            onChange={(name) =>
              void navigate({
                search: ({ q }) => knowledgeSearch({ tab: name === 'documents' ? undefined : name, q }),
              })
            }
            tabs={[
              {
                name: 'documents',
                label: t('Documents'),
                content: (
                  <DocumentsTab knowledgebaseId={knowledgebaseId} isUnused={data?.assistants_count === 0} />
                ),
                isKept: true,
              },
              {
                name: 'try',
                label: t('Try a question'),
                content: <TryTab knowledgebaseId={knowledgebaseId} />,
                isKept: true,
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function failedOf(documents: readonly KnowledgeDocument[] | undefined): number | undefined {
  return documents?.filter(({ status }) => status === 'failed').length;
}

function KnowledgebaseMenu({ knowledgebase }: { knowledgebase: Knowledgebase }) {
  const { assistants_count } = knowledgebase;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const dialog = useDialogAddress(KNOWLEDGE_DIALOGS);
  const [isDeleting, setDeleting] = useState(false);
  const consequences =
    assistants_count === 0
      ? t('Its documents are permanently deleted. No assistant uses it.')
      : t(
          '{count, plural, one {Its documents are permanently deleted. # assistant uses it and will lose access.} other {Its documents are permanently deleted. # assistants use it and will lose access.}}',
          { count: assistants_count },
        );
  return (
    <>
      <MoreMenu>
        <MenuItem icon={<Pencil />} onSelect={() => dialog.show('edit')}>
          {t('Edit name and description')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setDeleting(true)}>
          {t('Delete knowledge base')}
        </MenuItem>
      </MoreMenu>
      {dialog.isOpen('edit') && (
        <KnowledgebaseDialog
          knowledgebase={knowledgebase}
          onClose={dialog.close}
          onSaved={() => dialog.close()}
        />
      )}
      <ActionDialog
        subject={isDeleting ? knowledgebase : null}
        ask={({ name }) => ({
          title: t('Delete “{name}”?', { name }),
          text: consequences,
          action: t('Delete knowledge base'),
        })}
        action={({ id }) => deleteKnowledgebase(String(id))}
        onDone={async ({ id }) => {
          await navigate({ to: '/knowledge' });
          queries.removeQueries({ queryKey: knowledgebaseQuery(String(id)).queryKey });
          await queries.invalidateQueries({ queryKey: ['knowledge'] });
          showSuccess(t('Knowledge base deleted.'));
        }}
        onClose={() => setDeleting(false)}
        isPageLeft
      />
    </>
  );
}
