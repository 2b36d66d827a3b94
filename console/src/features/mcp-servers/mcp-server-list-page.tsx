import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plug, Plus } from 'lucide-react';
import { Badge } from '../../components/badge.tsx';
import { buttonClasses } from '../../components/button.tsx';
import { LoadedList } from '../../components/feedback/states.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { LINE_LOOK } from '../../components/table/name-look.ts';
import { type McpServer, mcpServerListQuery } from '../../data/mcp-servers.ts';
import { t } from '../../lib/i18n/t.ts';

const COLUMNS: readonly Column<McpServer>[] = [
  {
    title: t('Name'),
    width: 'minmax(12rem,2fr)',
    cell: ({ id, name, url }) => (
      <>
        <Link
          to="/mcp-servers/$serverId"
          params={{ serverId: String(id) }}
          className="font-medium text-sm hover:underline"
        >
          {name}
        </Link>
        <span className={LINE_LOOK}>{url}</span>
      </>
    ),
  },
  {
    title: t('Tools'),
    width: 'minmax(8rem,1fr)',
    cell: ({ tools_count, error }) => (
      <span className="flex items-center gap-2">
        {tools_count}
        {error !== null && <Badge tone="bad">{t('Not reachable')}</Badge>}
      </span>
    ),
  },
  { title: t('Updated'), width: '9rem', cell: ({ updated_at }) => <RelativeTime iso={updated_at} /> },
];

export function McpServerListPage() {
  const servers = useQuery(mcpServerListQuery);
  const navigate = useNavigate();
  const create = (
    <IfAllowed area="MCP servers">
      <Link
        to="/mcp-servers/$serverId"
        params={{ serverId: 'new' }}
        className={buttonClasses({ variant: 'primary' })}
      >
        <Plus aria-hidden />
        {t('Add MCP server')}
      </Link>
    </IfAllowed>
  );
  return (
    <Page
      area="MCP servers"
      title={t('MCP servers')}
      text={t('Servers of the Model Context Protocol, whose tools assistants can use in chats and calls.')}
      actions={create}
    >
      <LoadedList
        query={servers}
        empty={{
          icon: <Plug />,
          title: t('No MCP servers yet'),
          text: t(
            'Add the URL of a server that speaks Streamable HTTP. Its tools appear here, and you choose them for each assistant.',
          ),
          action: create,
        }}
      >
        {(rows) => (
          <DataTable
            label={t('MCP servers')}
            rows={rows}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowHeightPx={52}
            onOpen={({ id }) =>
              void navigate({ to: '/mcp-servers/$serverId', params: { serverId: String(id) } })
            }
          />
        )}
      </LoadedList>
    </Page>
  );
}
