import { useQuery } from '@tanstack/react-query';
import type { AllowedMcpTool } from '#contract/mcp-servers.ts';
import { Loaded, Skeleton } from '../../../../components/feedback/states.tsx';
import { mcpServerListQuery, mcpToolsQuery } from '../../../../data/mcp-servers.ts';
import { rich, t } from '../../../../lib/i18n/t.ts';
import { ChecksSetting } from '../form/checks-setting.tsx';
import { ErrorText } from '../form/error-text.tsx';
import { ManageLink } from '../form/manage-link.tsx';
import { useSetting } from '../form/use-setting.ts';
import { useValues } from '../form/use-values.ts';

/** The choice of MCP servers and of the tools that the assistant may use of each. */
export function McpSettings() {
  const { mcp_server_ids: chosen, mcp_tools: allowed } = useValues(['mcp_server_ids', 'mcp_tools']);
  const { set, innerError } = useSetting('mcp_tools');
  const servers = useQuery(mcpServerListQuery);
  return (
    <>
      <ChecksSetting
        path="mcp_server_ids"
        label={t('MCP servers')}
        hint={t('Their tools are used like your own.')}
        choices={(servers.data ?? []).map(({ id, name, tools_count, error }) => ({
          id,
          label: name,
          hint:
            error === null
              ? toolsIn(tools_count)
              : t('{count, plural, one {# tool} other {# tools}}, not reachable', { count: tools_count }),
        }))}
        empty={
          <Loaded query={servers} skeleton={<Skeleton lines={1} />}>
            {() => (
              <>
                {rich('No MCP servers yet. <link>Add an MCP server</link>', {
                  link: (content) => <ManageLink to="/mcp-servers">{content}</ManageLink>,
                })}
              </>
            )}
          </Loaded>
        }
      />
      {(servers.data ?? [])
        .filter(({ id }) => chosen.includes(id))
        .map(({ id, name }) => (
          <AllowedTools key={id} server={{ id, name }} allowed={allowed} onChange={set} />
        ))}
      <ErrorText text={innerError} />
    </>
  );
}

const toolsIn = (count: number): string => t('{count, plural, one {# tool} other {# tools}}', { count });

interface AllowedToolsProps {
  server: { id: number; name: string };
  /** Of all servers. */
  allowed: readonly AllowedMcpTool[];
  onChange: (allowed: AllowedMcpTool[]) => void;
}

/** Without an entry for the server, all its tools are allowed, also those that it adds later. */
function AllowedTools({ server: { id, name }, allowed, onChange }: AllowedToolsProps) {
  const query = useQuery(mcpToolsQuery(id));
  const others = allowed.filter(({ server_id: server }) => server !== id);
  const own = allowed.filter(({ server_id: server }) => server === id).map(({ tool }) => tool);
  const all = (query.data?.tools ?? []).map((tool) => tool.name);
  const isAllowed = (tool: string): boolean => own.length === 0 || own.includes(tool);
  const count = all.filter(isAllowed).length;
  const toggle = (tool: string): void => {
    const kept = all.filter((one) => (one === tool ? !isAllowed(one) : isAllowed(one)));
    const entries = kept.length === all.length ? [] : kept;
    onChange([...others, ...entries.map((one) => ({ server_id: id, tool: one }))]);
  };
  if (all.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{t('Tools of {name}', { name })}</legend>
      <div className="grid max-h-80 gap-x-6 gap-y-2 overflow-auto sm:grid-cols-2">
        {all.map((tool) => (
          <label key={tool} className="flex items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={isAllowed(tool)}
              disabled={isAllowed(tool) && count === 1}
              onChange={() => toggle(tool)}
              className="size-6 shrink-0 accent-accent sm:mt-0.5 sm:size-4"
            />
            <span className="wrap-anywhere min-w-0 font-mono max-sm:leading-6">{tool}</span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-ink-soft text-sm">
        {count === all.length
          ? t('All tools, and those that the server adds later.')
          : t('{count} of {total}. To allow none, clear the server above.', { count, total: all.length })}
      </p>
    </fieldset>
  );
}
