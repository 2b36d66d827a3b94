import type { Assistant, UpdateAssistant } from '../../../../data/assistants.ts';
import { isSame } from '../../../../lib/is-same.ts';
import { rowsOf, type VariableRow } from './variable-rows.ts';
import { wholeTool } from './whole-tool.ts';

/**
 * The editor's values: every field of an update request, and the inbound webhook, which has its own request. Null only
 * where the API allows it.
 */
export type AssistantValues = {
  [Name in Exclude<keyof UpdateAssistant, 'variables'>]-?: Exclude<UpdateAssistant[Name], Nothing<Name>>;
} & {
  /** Variables as typed, even while they are invalid. */
  variables: VariableRow[];
  inbound_webhook_url: string | null;
};

/** Null where the server answers null. */
type Nothing<Name extends keyof UpdateAssistant> = null extends Assistant[Name]
  ? undefined
  : null | undefined;

export type FieldName = keyof AssistantValues;

/** The API returns decimals as text and old flags as 1 or 0; the editor uses numbers and booleans. */
export function valuesOf(assistant: Assistant): AssistantValues {
  const { id, uuid, user_id, instance_id, status, language, created_at, updated_at, deleted_at, ...rest } =
    assistant;
  const { engine_id, synthesizer_id, transcriber_id, flows_platform_id, ...fields } = rest;
  return {
    ...fields,
    tools: fields.tools.map(wholeTool),
    variables: rowsOf(fields.variables),
    filler_config: { positive: [], negative: [], question: [], neutral: [], ...fields.filler_config },
    // Reads may also return 'hybrid', which requests don't accept.
    knowledgebase_mode: fields.knowledgebase_mode === 'prompt' ? 'prompt' : 'function_call',
    voice_stability: Number(fields.voice_stability),
    voice_similarity: Number(fields.voice_similarity),
    speech_speed: Number(fields.speech_speed),
    llm_temperature: Number(fields.llm_temperature),
    ambient_sound_volume: Number(fields.ambient_sound_volume),
    fillers: fields.fillers === 1,
    end_call_on_voicemail: fields.end_call_on_voicemail === 1,
  };
}

/** Names of the fields with different values. */
export function changedFields(before: AssistantValues, now: AssistantValues): FieldName[] {
  return namesOf(now).filter((name) => !isSame(before[name], now[name]));
}

function namesOf(values: AssistantValues): FieldName[] {
  return Object.keys(values).filter((name): name is FieldName => name in values);
}
