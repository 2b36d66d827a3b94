import { SYSTEM_VARIABLES, unfilledNames } from '#contract/render-variables.ts';

/** What an assistant says and is told in a call of a campaign, each with places for variables. */
interface AskingTexts {
  initial_message: string;
  system_prompt: string;
  voice_mail_message: string | null;
  reengagement_prompt: string | null;
  /** Its own values, for leads that have none. */
  variables: Record<string, unknown>;
}

export interface MissingColumn {
  /** Of the variable that nothing fills. */
  name: string;
  /** A column whose name differs only in the separators between words; null: none. */
  almost: string | null;
}

/** The variables that an assistant's words ask for, and that neither a column of the file nor the assistant itself fills. */
export function missingColumns(assistant: AskingTexts, columns: readonly string[]): MissingColumn[] {
  const { initial_message, system_prompt, voice_mail_message, reengagement_prompt, variables } = assistant;
  const texts = [initial_message, system_prompt, voice_mail_message, reengagement_prompt];
  const known = Object.fromEntries([...SYSTEM_VARIABLES, ...columns].map((name) => [name, true]));
  return unfilledNames(
    texts.filter((text) => text !== null),
    { ...variables, ...known },
  ).map((name) => ({ name, almost: columns.find((column) => bare(column) === bare(name)) ?? null }));
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
