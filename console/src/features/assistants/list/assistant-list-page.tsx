import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Bot, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { buttonClasses } from '../../../components/button.tsx';
import { EmptyState, Loaded } from '../../../components/feedback/states.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { allAssistantsQuery, type ListedAssistant } from '../../../data/assistants.ts';
import { assistantNumbersQuery } from '../../../data/catalogue.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { STATUSES } from '../assistant-words.ts';
import { assistantColumns } from './assistant-columns.tsx';
import { filterAssistants } from './filter-assistants.ts';
import { ListFilters } from './list-filters.tsx';

export function AssistantListPage() {
  const assistants = useQuery(allAssistantsQuery);
  const create = (
    <Link to="/assistants/new" className={buttonClasses({ variant: 'primary' })}>
      <Plus aria-hidden />
      New assistant
    </Link>
  );
  return (
    <Page
      title="Assistants"
      text="Who speaks for you: on the phone, in campaigns, on your website and in messages."
      actions={create}
    >
      <Loaded query={assistants}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<Bot />}
              title="No assistant yet"
              text="An assistant is a voice, a prompt that says what it is to do, and rules for its calls. Begin with a template: it works at once, and you change what is different with you."
              action={create}
            />
          ) : (
            <AssistantTable assistants={rows} />
          )
        }
      </Loaded>
    </Page>
  );
}

function AssistantTable({ assistants }: { assistants: readonly ListedAssistant[] }) {
  const search = useSearch({ from: '/console/assistants' });
  const navigate = useNavigate();
  const { data: numbers } = useQuery(assistantNumbersQuery(null));
  const numberById = useMemo(
    () => new Map((numbers ?? []).map(({ id, phone_number }) => [id, phone_number])),
    [numbers],
  );
  const columns = useMemo(() => assistantColumns(numberById), [numberById]);
  const shown = useMemo(
    () => filterAssistants(assistants, search, numberById),
    [assistants, search, numberById],
  );
  return (
    <>
      <ListFilters />
      <p role="status" className="sr-only">
        {formatCount(shown.length)} of {formatCount(assistants.length)} assistants
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon={<Bot />}
          title="No assistant fits"
          text="None of your assistants fits this search and these filters."
          action={
            <Link to="/assistants" className={buttonClasses({})}>
              Show all
            </Link>
          }
        />
      ) : (
        <DataTable
          label="Assistants"
          rows={shown}
          columns={columns}
          rowKey={({ id }) => id}
          footer={shown.some(({ status }) => status === 'inactive') && `Inactive: ${STATUSES.inactive.means}`}
          onOpen={({ id }) =>
            void navigate({ to: '/assistants/$assistantId', params: { assistantId: String(id) } })
          }
        />
      )}
    </>
  );
}
