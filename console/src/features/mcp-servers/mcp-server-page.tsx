import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Editable } from '../../components/editable.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { deleteMcpServer, type McpServer, mcpServerQuery } from '../../data/mcp-servers.ts';
import { t } from '../../lib/i18n/t.ts';
import { McpServerForm } from './editor/mcp-server-form.tsx';
import { McpServerTools } from './editor/mcp-server-tools.tsx';

/** `/mcp-servers/new` adds a server, `/mcp-servers/7` edits one and shows its tools. */
export function McpServerPage() {
  const { serverId } = useParams({ from: '/console/mcp-servers/$serverId' });
  return serverId === 'new' ? <NewServer /> : <KnownServer serverId={serverId} />;
}

const trail = (
  <Link to="/mcp-servers" className="hover:underline">
    {t('MCP servers')}
  </Link>
);

function NewServer() {
  const navigate = useNavigate();
  const open = ({ id }: McpServer): void => {
    // The form still counts as dirty until it rerenders.
    const ignoreBlocker = true;
    const params = { serverId: String(id) };
    void navigate({ to: '/mcp-servers/$serverId', params, replace: true, ignoreBlocker });
  };
  return (
    <Page area="MCP servers" title={t('New MCP server')} trail={trail}>
      <Editable area="MCP servers">
        <McpServerForm server={null} onSaved={open} />
      </Editable>
    </Page>
  );
}

function KnownServer({ serverId }: { serverId: string }) {
  const query = useQuery(mcpServerQuery(serverId));
  return (
    <Page
      area="MCP servers"
      title={query.data?.name ?? t('MCP server')}
      trail={trail}
      actions={
        query.data && (
          <IfAllowed area="MCP servers">
            <DeleteServer server={query.data} />
          </IfAllowed>
        )
      }
    >
      <Loaded query={query}>
        {(server) => (
          <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
            <Editable area="MCP servers">
              <McpServerForm key={server.id} server={server} onSaved={() => undefined} />
            </Editable>
            <McpServerTools server={server} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function DeleteServer({ server }: { server: McpServer }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {t('Delete MCP server')}
      </Button>
      <ActionDialog
        subject={isAsking ? server : null}
        ask={({ name }) => ({
          title: t('Delete “{name}”?', { name }),
          text: t('Assistants can no longer use its tools. This can’t be undone.'),
          action: t('Delete MCP server'),
        })}
        action={({ id }) => deleteMcpServer(id)}
        onDone={async ({ id }) => {
          await navigate({ to: '/mcp-servers', ignoreBlocker: true });
          queries.removeQueries({ queryKey: mcpServerQuery(String(id)).queryKey });
          await queries.invalidateQueries({ queryKey: ['tools'] });
          showSuccess(t('MCP server deleted.'));
        }}
        onClose={() => setAsking(false)}
        isPageLeft
      />
    </>
  );
}
