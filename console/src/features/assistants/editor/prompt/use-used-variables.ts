import { useQuery } from '@tanstack/react-query';
import { textsOf } from '#contract/assistant-texts.ts';
import { namesIn, SYSTEM_VARIABLES, unfilledNames } from '#contract/render-variables.ts';
import { toolListQuery } from '../../../../data/tools.ts';
import { useValues } from '../form/use-values.ts';
import { variablesOf } from '../form/variable-rows.ts';

const SYSTEM_VALUES = Object.fromEntries(SYSTEM_VARIABLES.map((name) => [name, true]));

/** The variables in the assistant's texts, and those among them without a value, a default or a system value. */
export function useUsedVariables(): { used: string[]; open: string[] } {
  const { variables, tool_ids, ...assistant } = useValues([
    'initial_message',
    'system_prompt',
    'reengagement_prompt',
    'voice_mail_message',
    'notice_message',
    'tools',
    'tool_ids',
    'fillers',
    'filler_config',
    'post_call_evaluation',
    'post_call_schema',
    'variables',
  ]);
  const tools = useQuery({ ...toolListQuery, enabled: tool_ids.length > 0 }).data ?? [];
  const texts = textsOf(
    assistant,
    tools.filter(({ id }) => tool_ids.includes(id)),
  );
  return {
    used: namesIn(...texts),
    open: unfilledNames(texts, { ...SYSTEM_VALUES, ...variablesOf(variables) }),
  };
}
