import type { CreateAssistant } from '#contract/assistants.ts';

type Present<Type> = Exclude<Type, null | undefined>;

/** Columns that may be null. */
type NullableName =
  | 'llm_model_id'
  | 'multimodal_model_id'
  | 'chat_llm_fallback_id'
  | 'turn_detection_threshold'
  | 'knowledgebase_id'
  | 'phone_number_id'
  | 'synthesizer_provider_id'
  | 'transcriber_provider_id'
  | 'max_initial_silence_duration'
  | 'reengagement_prompt'
  | 'voice_mail_message'
  | 'min_interrupt_words'
  | 'webhook_url'
  | 'conversation_inactivity_timeout'
  | 'conversation_ended_webhook_url';

/** The stored configuration. Every field has a value; only the columns above may be null. */
export type AssistantColumns = {
  [Name in keyof CreateAssistant]-?: Name extends NullableName
    ? Present<CreateAssistant[Name]> | null
    : Present<CreateAssistant[Name]>;
};

/** The stored fields that updates are checked against. */
export type StoredAssistant = Pick<
  AssistantColumns,
  | 'name'
  | 'type'
  | 'mode'
  | 'voice_id'
  | 'language_id'
  | 'llm_model_id'
  | 'multimodal_model_id'
  | 'chat_llm_fallback_id'
  | 'turn_detection_threshold'
  | 'synthesizer_provider_id'
  | 'transcriber_provider_id'
  | 'knowledgebase_mode'
  | 'allow_interruptions'
  | 'fillers'
  | 'phone_number_id'
  | 'is_webhook_active'
  | 'webhook_url'
> & { id: number; status: 'inactive' | 'active' };
