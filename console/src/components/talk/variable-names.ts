import { namesIn, SYSTEM_VARIABLES } from '#contract/render-variables.ts';

interface WithVariables {
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
}

/** What can be filled in: what the texts ask for and no conversation knows by itself, in their order, then what else has a value. */
export function variableNames(assistant: WithVariables): string[] {
  const known: ReadonlySet<string> = new Set(SYSTEM_VARIABLES);
  const asked = namesIn(assistant.initial_message, assistant.system_prompt).filter(
    (name) => !known.has(name),
  );
  return [...new Set([...asked, ...Object.keys(assistant.variables)])];
}

/** As it stands in a field. */
export function variableText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
