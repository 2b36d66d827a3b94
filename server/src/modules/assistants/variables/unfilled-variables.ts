import { type AssistantTexts, type ToolTexts, textsOf } from '#contract/assistant-texts.ts';
import {
  isVariableName,
  SYSTEM_VARIABLES,
  type SystemVariable,
  unfilledNames,
} from '#contract/render-variables.ts';
import { isNameOfPerson } from '../../../core/person-names.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';

/** The texts of an assistant that a call uses, with placeholders. */
export interface StoredTexts extends AssistantTexts {
  /** The assistant's own variables. */
  variables: Record<string, unknown>;
  /** Without headers, which are secret. */
  mid_call_tools: ToolTexts[];
}

const MID_CALL_TOOL = jsonObject<Omit<ToolTexts, 'headers'>>({
  description: 'description',
  endpoint: 'endpoint',
  schema: 'schema',
});

/** Null if the account has no such assistant. */
export async function findAssistantTexts(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<StoredTexts | null> {
  const [row] = await database.query<StoredTexts>(
    `select initial_message, system_prompt, reengagement_prompt, voice_mail_message, notice_message, tools, variables,
       fillers, filler_config, post_call_evaluation, post_call_schema,
       coalesce((select json_agg(${MID_CALL_TOOL} order by tools.id) from tools
         where tools.user_id = $1 and tools.id = any(assistants.tool_ids)), '[]') as mid_call_tools
     from assistants where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, id],
  );
  return row ?? null;
}

/** System variables that calls never have. */
const UNKNOWN_IN_CALLS: readonly SystemVariable[] = ['conversation_id', 'customer_name'];
/** System variables that only campaign calls have. */
const OF_CAMPAIGNS: readonly SystemVariable[] = ['lead_id', 'campaign_name'];

/**
 * Variables that a call would leave empty, in the order of the texts.
 * @param given values of the call; use any non-blank value for ones known later
 */
export function unfilledVariables(
  texts: StoredTexts,
  { given, isOfCampaign }: { given: Record<string, unknown>; isOfCampaign: boolean },
): string[] {
  const unknown = isOfCampaign ? UNKNOWN_IN_CALLS : [...UNKNOWN_IN_CALLS, ...OF_CAMPAIGNS];
  const isNamed = Object.keys(filled(given)).some(isNameOfPerson);
  const known = SYSTEM_VARIABLES.filter(
    (name) => !unknown.includes(name) || (name === 'customer_name' && isNamed),
  );
  const values = {
    ...Object.fromEntries(known.map((name) => [name, true])),
    ...filled(texts.variables),
    ...filled(given),
  };
  return unfilledNames(textsOf(texts, texts.mid_call_tools), values);
}

/**
 * Variables that the texts use in campaign calls and that neither the system nor a default in the text fills, in the
 * order of the texts, each with the names in `given` that fill it. The assistant's own values do not count.
 */
export function usedVariables(
  texts: StoredTexts,
  given: Record<string, unknown>,
): { name: string; keys: string[] }[] {
  const bare = { ...texts, variables: {} };
  const names = unfilledVariables(bare, { given: {}, isOfCampaign: true });
  if (names.length === 0) return [];
  // The prompt may be long, so it is searched once only.
  const short: StoredTexts = {
    ...bare,
    initial_message: names.map((name) => `{{${name}}}`).join(' '),
    system_prompt: '',
    reengagement_prompt: null,
    voice_mail_message: null,
    notice_message: null,
    tools: [],
    fillers: false,
    post_call_evaluation: false,
    mid_call_tools: [],
  };
  const fills = Object.entries(given).map(([key, value]) => {
    const open = unfilledVariables(short, { given: { [key]: value }, isOfCampaign: true });
    return { key, filled: new Set(names.filter((name) => !open.includes(name))) };
  });
  return names.map((name) => ({
    name,
    keys: fills.flatMap(({ key, filled }) => (filled.has(name) ? [key] : [])),
  }));
}

export function unfilledWarnings(names: readonly string[], reason: string): string[] {
  return names.map((name) => `The assistant uses {{${name}}}, but ${reason}: it will be left out.`);
}

/** Warnings about given names that no text can use; their values are only data, for example for webhooks. */
export function unusableWarnings(names: readonly string[]): string[] {
  return names
    .filter((name) => !isVariableName(name))
    .map(
      (name) => `No text can use the variable "${name}": names have 1 to 64 characters without { } and |.`,
    );
}

function filled(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}
