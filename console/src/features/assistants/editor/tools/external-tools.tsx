import { useQuery } from '@tanstack/react-query';
import { Loaded, Skeleton } from '../../../../components/feedback/states.tsx';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { toolListQuery } from '../../../../data/tools.ts';
import { rich, t } from '../../../../lib/i18n/t.ts';
import { ChecksSetting } from '../form/checks-setting.tsx';
import { ManageLink } from '../form/manage-link.tsx';
import { McpSettings } from './mcp-settings.tsx';

/** Tools of the account's systems and of MCP servers. */
export function ExternalTools() {
  const tools = useQuery(toolListQuery);
  return (
    <FieldGroup title={t('Your systems')}>
      <ChecksSetting
        path="tool_ids"
        label={t('Tools')}
        hint={t('Requests to your systems during a conversation.')}
        choices={(tools.data ?? []).map(({ id, name, description }) => ({
          id,
          label: name,
          hint: description,
        }))}
        empty={
          <Loaded query={tools} skeleton={<Skeleton lines={1} />}>
            {() => (
              <>
                {rich('No tools yet. <link>Create a tool</link>', {
                  link: (content) => <ManageLink to="/tools">{content}</ManageLink>,
                })}
              </>
            )}
          </Loaded>
        }
      />
      <McpSettings />
    </FieldGroup>
  );
}
