import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Bot, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { buttonClasses } from '../../../components/button.tsx';
import { EmptyState, Loaded } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { allAssistantsQuery, type ListedAssistant } from '../../../data/assistants.ts';
import { assistantNumbersQuery } from '../../../data/catalog.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { INACTIVE_HINT } from '../assistant-words.ts';
import { assistantColumns } from './assistant-columns.tsx';
import { filterAssistants } from './filter-assistants.ts';
import { ListFilters } from './list-filters.tsx';

export function AssistantListPage() {
  const assistants = useQuery(allAssistantsQuery);
  const create = (
    <IfAllowed area="Assistants">
      <Link to="/assistants/new" className={buttonClasses({ variant: 'primary' })}>
        <Plus aria-hidden />
        {t('New assistant')}
      </Link>
    </IfAllowed>
  );
  return (
    <Page
      area="Assistants"
      title={t('Assistants')}
      text={t('AI agents for your phone, campaigns, website and messages.')}
      actions={create}
    >
      <Loaded query={assistants}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<Bot />}
              title={t('No assistants yet')}
              text={t(
                'An assistant is a prompt, a voice and rules for calls. Start from a template, then make it yours.',
              )}
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
        {t('{count} of {total} assistants', {
          count: formatCount(shown.length),
          total: formatCount(assistants.length),
        })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon={<Bot />}
          title={t('No assistants found')}
          text={t('No assistant matches your search and filters.')}
          action={
            <Link to="/assistants" className={buttonClasses({})}>
              {t('Clear filters')}
            </Link>
          }
        />
      ) : (
        <DataTable
          label={t('Assistants')}
          rows={shown}
          columns={columns}
          rowKey={({ id }) => id}
          footer={shown.some(({ status }) => status === 'inactive') && INACTIVE_HINT}
          onOpen={({ id }) =>
            void navigate({ to: '/assistants/$assistantId', params: { assistantId: String(id) } })
          }
        />
      )}
    </>
  );
}
