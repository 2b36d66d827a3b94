import type { CreateAssistant, RemovableField } from '#contract/assistants.ts';
import type { WidgetSettings } from '#contract/widget-settings.ts';

type Present<Type> = Exclude<Type, null | undefined>;

/** The stored configuration. Every field has a value; only removable ones may be null. */
export type AssistantColumns = {
  [Name in keyof CreateAssistant]-?: Name extends 'widget_settings'
    ? WidgetSettings
    : Name extends RemovableField
      ? Present<CreateAssistant[Name]> | null
      : Present<CreateAssistant[Name]>;
};

/** Columns that updates are checked against. */
export const STORED_COLUMNS = [
  'name',
  'type',
  'mode',
  'voice_id',
  'language_id',
  'llm_model_id',
  'multimodal_model_id',
  'chat_llm_fallback_id',
  'turn_detection_threshold',
  'synthesizer_provider_id',
  'transcriber_provider_id',
  'knowledgebase_mode',
  'allow_interruptions',
  'fillers',
  'phone_number_id',
  'is_webhook_active',
  'webhook_url',
  'conversation_ended_webhook_url',
  'widget_settings',
] as const satisfies readonly (keyof AssistantColumns)[];

export type StoredAssistant = Pick<AssistantColumns, (typeof STORED_COLUMNS)[number]> & {
  id: number;
  status: 'inactive' | 'active';
};
