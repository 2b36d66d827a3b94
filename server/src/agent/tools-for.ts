import { renderVariables } from '#contract/render-variables.ts';
import { isJsonObject } from '../providers/interfaces/json.ts';
import { textValues } from './talk-facts.ts';
import type { AgentTool, ToolSubject } from './tool.ts';
import type { Persona } from './turn.ts';

/**
 * The tools, bound to this customer: descriptions and requests contain the values of variables.
 * @param about `fixedValues`: variables that the customer must not replace in requests
 */
export function toolsFor(
  tools: readonly AgentTool[],
  about: {
    subject: ToolSubject;
    persona: Pick<Persona, 'variables' | 'talk' | 'timezone'>;
    fixedValues?: Record<string, unknown>;
  },
): AgentTool[] {
  const { persona, ...bound } = about;
  if (tools.length === 0) return [];
  const values = textValues(persona);
  const valuesAt = (now: Date): Record<string, unknown> => textValues(persona, now);
  return tools.map((tool) => ({
    ...tool,
    description: {
      ...tool.description,
      description: renderVariables(tool.description.description, values).text,
      parameters: withRenderedDescriptions(tool.description.parameters, values),
    },
    run: (toolArguments, signal, call) => tool.run(toolArguments, signal, { ...call, ...bound, valuesAt }),
  }));
}

function withRenderedDescriptions(
  schema: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const render = ([name, value]: [string, unknown]): [string, unknown] => {
    if (isJsonObject(value)) return [name, withRenderedDescriptions(value, values)];
    const isText = name === 'description' && typeof value === 'string';
    return [name, isText ? renderVariables(value, values).text : value];
  };
  return Object.fromEntries(Object.entries(schema).map(render));
}
