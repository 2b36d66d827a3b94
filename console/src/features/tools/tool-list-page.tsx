import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Wrench } from 'lucide-react';
import { Badge } from '../../components/badge.tsx';
import { buttonClasses } from '../../components/button.tsx';
import { LoadedList } from '../../components/feedback/states.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { LINE_LOOK } from '../../components/table/name-look.ts';
import { type Tool, toolListQuery } from '../../data/tools.ts';
import { t } from '../../lib/i18n/t.ts';

const COLUMNS: readonly Column<Tool>[] = [
  {
    title: t('Name'),
    width: 'minmax(12rem,1.5fr)',
    cell: ({ id, name, description }) => (
      <>
        <Link
          to="/tools/$toolId"
          params={{ toolId: String(id) }}
          className="font-medium font-mono text-sm hover:underline"
        >
          {name}
        </Link>
        <span dir="auto" className={LINE_LOOK}>
          {description}
        </span>
      </>
    ),
  },
  {
    title: t('Request'),
    width: 'minmax(12rem,2fr)',
    cell: ({ method, endpoint }) => (
      <span className="flex items-center gap-2">
        <Badge>{method}</Badge>
        <span className="truncate font-mono text-sm">{endpoint}</span>
      </span>
    ),
  },
  { title: t('Updated'), width: '9rem', cell: ({ updated_at }) => <RelativeTime iso={updated_at} /> },
];

export function ToolListPage() {
  const tools = useQuery(toolListQuery);
  const navigate = useNavigate();
  const create = (
    <IfAllowed area="Mid-call tools">
      <Link to="/tools/$toolId" params={{ toolId: 'new' }} className={buttonClasses({ variant: 'primary' })}>
        <Plus aria-hidden />
        {t('New tool')}
      </Link>
    </IfAllowed>
  );
  return (
    <Page
      area="Mid-call tools"
      title={t('Tools')}
      text={t(
        'HTTP requests to your server that assistants make during a conversation, such as looking up an order.',
      )}
      actions={create}
    >
      <LoadedList
        query={tools}
        empty={{
          icon: <Wrench />,
          title: t('No tools yet'),
          text: t(
            'Describe the request and the parameters to collect. Parley sends it and passes the response to the assistant.',
          ),
          action: create,
        }}
      >
        {(rows) => (
          <DataTable
            label={t('Tools')}
            rows={rows}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowHeightPx={52}
            onOpen={({ id }) => void navigate({ to: '/tools/$toolId', params: { toolId: String(id) } })}
          />
        )}
      </LoadedList>
    </Page>
  );
}
