import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { AgentTool } from '../../../agent/tool.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { type HandoffTool, handOff } from './hand-off.ts';

const TIMEOUT_MS = 10_000;

const DESCRIPTION =
  'Hands the conversation to a person of the team. Use it when the customer asks for a person. Then say the returned message to the customer, in their language, and nothing else.';

const PARAMETERS = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'What the customer needs, in one sentence for the team' },
  },
  additionalProperties: false,
};

/** The handoffs of an assistant as function tools; further ones are numbered from 2. */
export function handoffTools(
  deps: InboxDependencies,
  { userId, tools }: { userId: number; tools: readonly BuiltInTool[] },
): AgentTool[] {
  const own = tools.filter((tool): tool is HandoffTool => tool.type === 'handoff_to_human');
  return own.map((tool, index) => ({
    description: {
      name: index === 0 ? tool.type : `${tool.type}_${index + 1}`,
      description: `${DESCRIPTION} ${tool.description ?? ''}`.trim(),
      parameters: PARAMETERS,
    },
    timeoutMs: TIMEOUT_MS,
    hasEffects: true,
    run: ({ reason }, _signal, { key }) =>
      handOff(deps, { userId, tool, key, reason: typeof reason === 'string' ? reason.trim() : '' }),
  }));
}
