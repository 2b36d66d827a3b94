import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { AllowedMcpTool } from '#contract/mcp-servers.ts';
import type { Pronunciation } from '#contract/pronunciations.ts';
import type { Executor } from '../../../db/client.ts';
import type { VoiceSettings } from '../../../voice/settings.ts';

type FillerConfig = { [Class in 'positive' | 'negative' | 'question' | 'neutral']?: string[] };

/** The stored configuration of an assistant, as calls need it. */
export interface AssistantRow {
  id: number;
  user_id: number;
  name: string;
  type: 'inbound' | 'outbound';
  status: 'inactive' | 'active';
  mode: VoiceSettings['mode'];
  timezone: string;
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
  share_customer_details: boolean;
  language_id: number;
  secondary_language_ids: number[];
  voice_id: number;
  llm_model_id: number | null;
  multimodal_model_id: number | null;
  chat_llm_fallback_id: number | null;
  synthesizer_provider_id: number | null;
  transcriber_provider_id: number | null;
  turn_detection_threshold: number | null;
  knowledgebase_id: number | null;
  knowledgebase_mode: 'function_call' | 'prompt' | 'hybrid';
  phone_number_id: number | null;
  tool_ids: number[];
  mcp_server_ids: number[];
  mcp_tools: AllowedMcpTool[];
  tools: BuiltInTool[];
  tts_emotion_enabled: boolean;
  voice_stability: number;
  voice_similarity: number;
  speech_speed: number;
  speech_normalization: boolean;
  pronunciations: Pronunciation[];
  account_pronunciations: Pronunciation[];
  transcriber_keywords: string[];
  llm_temperature: number;
  allow_interruptions: boolean;
  protect_first_message: VoiceSettings['protectFirstMessage'];
  fillers: boolean;
  filler_config: FillerConfig;
  record: boolean;
  mask_keypad_input: boolean;
  enable_noise_cancellation: boolean;
  wait_for_customer: boolean;
  max_duration: number;
  max_silence_duration: number;
  max_initial_silence_duration: number | null;
  ringing_time: number;
  reengagement_interval: number;
  reengagement_prompt: string | null;
  end_call_on_voicemail: boolean;
  voice_mail_message: string | null;
  notice_message: string | null;
  endpoint_type: VoiceSettings['endpointType'];
  endpoint_sensitivity: number;
  interrupt_sensitivity: number;
  min_interrupt_words: number | null;
  ambient_sound: VoiceSettings['ambientSound'];
  ambient_sound_volume: number;
  unclear_speech_action: VoiceSettings['unclearSpeechAction'];
  inbound_webhook_url: string | null;
}

const COLUMNS = [
  'id',
  'user_id',
  'name',
  'type',
  'status',
  'mode',
  'timezone',
  'initial_message',
  'system_prompt',
  'variables',
  'share_customer_details',
  'language_id',
  'secondary_language_ids',
  'voice_id',
  'llm_model_id',
  'multimodal_model_id',
  'chat_llm_fallback_id',
  'synthesizer_provider_id',
  'transcriber_provider_id',
  'turn_detection_threshold',
  'knowledgebase_id',
  'knowledgebase_mode',
  'phone_number_id',
  'tool_ids',
  'mcp_server_ids',
  'mcp_tools',
  'tools',
  'tts_emotion_enabled',
  'voice_stability',
  'voice_similarity',
  'speech_speed',
  'speech_normalization',
  'pronunciations',
  'transcriber_keywords',
  'llm_temperature',
  'allow_interruptions',
  'protect_first_message',
  'fillers',
  'filler_config',
  'record',
  'mask_keypad_input',
  'enable_noise_cancellation',
  'wait_for_customer',
  'max_duration',
  'max_silence_duration',
  'max_initial_silence_duration',
  'ringing_time',
  'reengagement_interval',
  'reengagement_prompt',
  'end_call_on_voicemail',
  'voice_mail_message',
  'notice_message',
  'endpoint_type',
  'endpoint_sensitivity',
  'interrupt_sensitivity',
  'min_interrupt_words',
  'ambient_sound',
  'ambient_sound_volume',
  'unclear_speech_action',
  'inbound_webhook_url',
] as const satisfies readonly (keyof AssistantRow)[];

/** Selected as JSON, so that the driver returns decimals as numbers. */
const SELECTED = `${COLUMNS.join(', ')},
  (select users.pronunciations from users where users.id = assistants.user_id) as account_pronunciations`;

/** Only selected columns, so that the use of another one does not compile. */
type SelectedRow = Pick<AssistantRow, (typeof COLUMNS)[number] | 'account_pronunciations'>;

/** Null if the account has no assistant with this id. */
export async function findAssistant(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<AssistantRow | null> {
  const [row] = await database.query<{ assistant: SelectedRow }>(
    `select row_to_json(chosen) as assistant from (
       select ${SELECTED} from assistants where user_id = $1 and id = $2 and deleted_at is null) as chosen`,
    [userId, id],
  );
  return row?.assistant ?? null;
}

/** The inbound assistant of a number; null if it has none. */
export async function findNumberAssistant(
  database: Executor,
  { userId, phoneNumberId }: { userId: number; phoneNumberId: number },
): Promise<AssistantRow | null> {
  const [row] = await database.query<{ assistant: SelectedRow }>(
    `select row_to_json(chosen) as assistant from (
       select ${SELECTED} from assistants
       where user_id = $1 and phone_number_id = $2 and type = 'inbound' and deleted_at is null) as chosen`,
    [userId, phoneNumberId],
  );
  return row?.assistant ?? null;
}
