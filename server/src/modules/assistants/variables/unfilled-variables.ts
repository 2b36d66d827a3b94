import { SYSTEM_VARIABLES, type SystemVariable, unfilledNames } from '#contract/render-variables.ts';
import type { Executor } from '../../../db/client.ts';

/** The texts of an assistant that a call uses, with placeholders. */
export interface AssistantTexts {
  initial_message: string;
  system_prompt: string;
  reengagement_prompt: string | null;
  voice_mail_message: string | null;
  /** Built-in tools; some have their own texts. */
  tools: readonly unknown[];
  /** The assistant's own variables. */
  variables: Record<string, unknown>;
}

/** Null if the account has no such assistant. */
export async function findAssistantTexts(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<AssistantTexts | null> {
  const [row] = await database.query<AssistantTexts>(
    `select initial_message, system_prompt, reengagement_prompt, voice_mail_message, tools, variables
     from assistants where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, id],
  );
  return row ?? null;
}

/** System variables that calls never have. */
const UNKNOWN_IN_CALLS: readonly SystemVariable[] = ['conversation_id', 'customer_name'];
/** System variables that only campaign calls have. */
const OF_CAMPAIGNS: readonly SystemVariable[] = ['lead_id', 'campaign_name'];

/** Variables that may contain the customer's name. */
const CUSTOMER_NAMES = '{{customer_name}}{{full_name}}{{name}}{{first_name}}';

/**
 * Variables that a call would leave empty, in the order of the texts.
 * @param given values of the call; use any non-blank value for ones known later
 */
export function unfilledVariables(
  texts: AssistantTexts,
  { given, isOfCampaign }: { given: Record<string, unknown>; isOfCampaign: boolean },
): string[] {
  const unknown = isOfCampaign ? UNKNOWN_IN_CALLS : [...UNKNOWN_IN_CALLS, ...OF_CAMPAIGNS];
  const isNamed = unfilledNames([CUSTOMER_NAMES], given).length < 4;
  const known = SYSTEM_VARIABLES.filter(
    (name) => !unknown.includes(name) || (name === 'customer_name' && isNamed),
  );
  const values = {
    ...Object.fromEntries(known.map((name) => [name, true])),
    ...filled(texts.variables),
    ...filled(given),
  };
  const { initial_message, system_prompt, reengagement_prompt, voice_mail_message, tools } = texts;
  const words = [initial_message, system_prompt, reengagement_prompt ?? '', voice_mail_message ?? ''];
  return unfilledNames([...words, ...textsIn(tools)], values);
}

export function unfilledWarnings(names: readonly string[], reason: string): string[] {
  return names.map((name) => `The assistant uses {{${name}}}, but ${reason}: it will be left out.`);
}

function filled(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
