import { SYSTEM_VARIABLES, unfilledNames } from '#contract/render-variables.ts';

/** Texts of an assistant that may contain variables. */
interface TextsWithVariables {
  initial_message: string;
  system_prompt: string;
  voice_mail_message: string | null;
  reengagement_prompt: string | null;
  /** The assistant's default values. */
  variables: Record<string, unknown>;
}

export interface MissingColumn {
  /** Name of the unfilled variable. */
  name: string;
  /** A column whose name differs only in separators and case, if any. */
  almost: string | null;
}

/** Variables in the assistant's texts that neither a column nor a default value fills. */
export function missingColumns(assistant: TextsWithVariables, columns: readonly string[]): MissingColumn[] {
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
