import { useQuery } from '@tanstack/react-query';
import { Loaded, Skeleton } from '../../../../components/feedback/states.tsx';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { knowledgebaseListQuery } from '../../../../data/knowledge.ts';
import { toolListQuery } from '../../../../data/tools.ts';
import { ChecksSetting } from '../form/checks-setting.tsx';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { ManageLink } from '../form/manage-link.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { useValues } from '../form/use-values.ts';
import { McpSettings } from './mcp-settings.tsx';

const WAYS = [
  {
    value: 'function_call',
    label: 'Search when needed',
    hint: 'Faster for small talk.',
  },
  {
    value: 'prompt',
    label: 'Search before every answer',
    hint: 'Uses more tokens.',
  },
];

export function KnowledgeSettings() {
  const { mode, knowledgebase_id } = useValues(['mode', 'knowledgebase_id']);
  const knowledgebases = useQuery(knowledgebaseListQuery);
  const tools = useQuery(toolListQuery);
  const reason = missingReason(mode, 'knowledgebase_mode');
  const options = (knowledgebases.data ?? []).map(({ id, name, status_label, documents_count }) => ({
    value: String(id),
    label: name,
    hint: `${documents_count} ${documents_count === 1 ? 'document' : 'documents'}, ${status_label.toLowerCase()}`,
  }));
  return (
    <FieldGroup title="Knowledge & tools">
      <ChoiceSetting
        path="knowledgebase_id"
        label="Knowledge base"
        options={options}
        isId
        emptyLabel="None"
        aside={<ManageLink to="/knowledge" />}
      />
      <Loaded query={knowledgebases} skeleton={null}>
        {() => null}
      </Loaded>
      {knowledgebase_id !== null && (
        <ChoiceSetting
          path="knowledgebase_mode"
          label="Knowledge search"
          options={WAYS}
          isDisabled={reason !== null}
          hint={reason}
        />
      )}
      <ChecksSetting
        path="tool_ids"
        label="Tools"
        hint="Requests to your systems during a conversation."
        choices={(tools.data ?? []).map(({ id, name, description }) => ({
          id,
          label: name,
          hint: description,
        }))}
        empty={
          <Loaded query={tools} skeleton={<Skeleton lines={1} />}>
            {() => (
              <>
                No tools yet. <ManageLink to="/tools">Create a tool</ManageLink>
              </>
            )}
          </Loaded>
        }
      />
      <McpSettings />
    </FieldGroup>
  );
}
