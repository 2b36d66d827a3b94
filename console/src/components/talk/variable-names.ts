import { placeholdersIn } from '../../lib/placeholders.ts';

interface WithVariables {
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
}

/** What can be filled in: what the texts ask for, in their order, then what else has a value. */
export function variableNames(assistant: WithVariables): string[] {
  const asked = placeholdersIn(`${assistant.initial_message}\n${assistant.system_prompt}`);
  return [...new Set([...asked, ...Object.keys(assistant.variables)])];
}

/** As it stands in a field. */
export function variableText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
