import { type AssistantTexts, textsOf } from '#contract/assistant-texts.ts';
import { namesIn, SYSTEM_VARIABLES } from '#contract/render-variables.ts';

interface WithVariables extends AssistantTexts {
  variables: Record<string, unknown>;
}

/** Variables to fill in: those in the texts, in order and without system variables, then others with a value. */
export function variableNames(assistant: WithVariables): string[] {
  const known: ReadonlySet<string> = new Set(SYSTEM_VARIABLES);
  const asked = namesIn(...textsOf(assistant, [])).filter((name) => !known.has(name));
  return [...new Set([...asked, ...Object.keys(assistant.variables)])];
}

/** The text of a value in a field. */
export function variableText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
