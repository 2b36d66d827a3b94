import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { KnowledgebaseStatus } from '../../../components/knowledge/knowledge-status.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { LINE_LOOK, NAME_LOOK } from '../../../components/table/name-look.ts';
import { failedDocumentsQuery } from '../../../data/failures.ts';
import { type Knowledgebase, knowledgebaseListQuery } from '../../../data/knowledge.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { LIST_DIALOGS } from '../knowledge-search-params.ts';
import { KnowledgebaseDialog } from './knowledgebase-dialog.tsx';

/** Page size of the API; with a full page, counts per knowledge base are unknown. */
const MOST_FAILURES = 100;

type Failed = (knowledgebaseId: number) => number | undefined;

const columns = (failed: Failed): readonly Column<Knowledgebase>[] => [
  {
    title: t('Name'),
    width: 'minmax(12rem,2fr)',
    cell: ({ id, name, description }) => (
      <>
        <Link
          to="/knowledge/$knowledgebaseId"
          params={{ knowledgebaseId: String(id) }}
          dir="auto"
          title={name}
          className={`${NAME_LOOK} hover:underline`}
        >
          {name}
        </Link>
        {description !== '' && (
          <span dir="auto" className={LINE_LOOK}>
            {description}
          </span>
        )}
      </>
    ),
  },
  {
    title: t('Status'),
    width: '8rem',
    cell: (knowledgebase) => (
      <KnowledgebaseStatus knowledgebase={knowledgebase} failed={failed(knowledgebase.id)} />
    ),
  },
  {
    title: t('Documents'),
    width: '7rem',
    align: 'right',
    cell: ({ documents_count }) => formatCount(documents_count),
  },
  {
    title: t('Assistants'),
    width: '7rem',
    align: 'right',
    cell: ({ assistants_count }) => formatCount(assistants_count),
  },
  { title: t('Updated'), width: '9rem', cell: ({ updated_at }) => <RelativeTime iso={updated_at} /> },
];

export function KnowledgeListPage() {
  const navigate = useNavigate();
  const knowledgebases = useQuery(knowledgebaseListQuery);
  const failed = useFailures();
  const dialog = useDialogAddress(LIST_DIALOGS);
  const open = (id: number, place = {}): void => {
    void navigate({ to: '/knowledge/$knowledgebaseId', params: { knowledgebaseId: String(id) }, ...place });
  };
  const create = (
    <IfAllowed area="Knowledgebases">
      <Button variant="primary" icon={<Plus />} onClick={() => dialog.show('new-knowledge-base')}>
        {t('New knowledge base')}
      </Button>
    </IfAllowed>
  );
  return (
    <Page
      area="Knowledgebases"
      title={t('Knowledge')}
      text={t('Documents and websites that your assistants answer from.')}
      actions={create}
    >
      <LoadedList
        query={knowledgebases}
        empty={{
          icon: <BookOpen />,
          title: t('No knowledge bases yet'),
          text: t('Create a knowledge base, add a PDF or website, and select it in an assistant.'),
          action: create,
        }}
      >
        {(rows) => (
          <DataTable
            label={t('Knowledge bases')}
            rows={rows}
            columns={columns(failed)}
            rowKey={({ id }) => id}
            rowHeightPx={52}
            onOpen={({ id }) => open(id)}
          />
        )}
      </LoadedList>
      {dialog.isOpen('new-knowledge-base') && (
        <KnowledgebaseDialog
          knowledgebase={null}
          onClose={dialog.close}
          onSaved={({ id }) => open(id, { replace: true, ignoreBlocker: true })}
        />
      )}
    </Page>
  );
}

/** Failed documents per knowledge base. */
function useFailures(): Failed {
  const { data } = useQuery(failedDocumentsQuery(MOST_FAILURES));
  return (id) =>
    data === undefined || data.length >= MOST_FAILURES
      ? undefined
      : data.filter(({ knowledgebase }) => knowledgebase.id === id).length;
}
