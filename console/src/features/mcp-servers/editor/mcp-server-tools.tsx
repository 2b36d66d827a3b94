import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { ErrorState, Loaded } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import {
  type McpServer,
  type McpToolList,
  mcpToolsQuery,
  refreshMcpTools,
} from '../../../data/mcp-servers.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

/** The tools of a saved server, and a test of its connection. */
export function McpServerTools({ server }: { server: McpServer }) {
  const queries = useQueryClient();
  const query = useQuery(mcpToolsQuery(server.id));
  const refresh = useMutation({
    mutationFn: () => refreshMcpTools(server.id),
    onSuccess: async (list) => {
      queries.setQueryData(mcpToolsQuery(server.id).queryKey, list);
      await queries.invalidateQueries({ queryKey: ['tools', 'mcp-servers'] });
    },
  });
  return (
    <div className="xl:sticky xl:top-6 xl:self-start">
      <Card
        title={t('Tools')}
        text={t('As listed by the saved server. Choose them for an assistant in its editor.')}
      >
        <IfAllowed area="MCP servers">
          <Button icon={<RefreshCw />} isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
            {t('Test connection')}
          </Button>
        </IfAllowed>
        <div aria-live="polite" className="mt-4">
          {refresh.error ? <ErrorState error={refresh.error} /> : null}
          <Loaded query={query}>{(list) => <ToolList list={list} />}</Loaded>
        </div>
      </Card>
    </div>
  );
}

function ToolList({ list: { tools, tools_listed_at, error } }: { list: McpToolList }) {
  return (
    <div className="grid gap-3 text-sm">
      {error !== null && <Callout kind="warn">{translateServerText(error)}</Callout>}
      {tools_listed_at !== null && (
        <p className="text-ink-soft">
          {t('{count, plural, one {# tool, listed} other {# tools, listed}}', { count: tools.length })}
          <RelativeTime iso={tools_listed_at} />
        </p>
      )}
      {tools.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
          tabIndex={0}
          aria-label={t('Tools of the server')}
          className="grid max-h-[32rem] gap-3 overflow-auto"
        >
          {tools.map(({ name, description, is_read_only }) => (
            <li key={name} className="min-w-0">
              <span className="flex flex-wrap items-center gap-2">
                <code className="wrap-anywhere font-medium">{name}</code>
                {is_read_only && <Badge>{t('Read only')}</Badge>}
              </span>
              <span dir="auto" className="wrap-anywhere line-clamp-4 text-ink-soft text-xs">
                {description}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
