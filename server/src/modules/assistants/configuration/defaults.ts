import { WIDGET_DEFAULTS } from '#contract/widget-settings.ts';
import {
  type Catalog,
  defaultModelId,
  defaultSpeechProviderId,
  type EngineMode,
  voiceTtsProviderId,
} from '../../../core/catalog.ts';
import type { AssistantColumns } from './columns.ts';

type Settings = Omit<
  AssistantColumns,
  'name' | 'voice_id' | 'language_id' | 'type' | 'mode' | 'timezone' | 'initial_message' | 'system_prompt'
>;

/** Settings that depend on the engine mode and return to its defaults when the mode changes. */
export type ModeSettings = Pick<
  Settings,
  | 'llm_model_id'
  | 'multimodal_model_id'
  | 'chat_llm_fallback_id'
  | 'turn_detection_threshold'
  | 'synthesizer_provider_id'
  | 'transcriber_provider_id'
  | 'fillers'
>;

/** Inputs for the choice of models and providers. */
export interface Choice {
  mode: EngineMode;
  languageId: number;
  voiceId: number;
}

/** The mode's default models and providers: the TTS provider of the voice, else by language. */
export function modeDefaults(catalog: Catalog, { mode, languageId, voiceId }: Choice): ModeSettings {
  const synthesizer =
    voiceTtsProviderId(catalog, voiceId) ?? defaultSpeechProviderId(catalog, 'synthesizer', languageId);
  const transcriber = defaultSpeechProviderId(catalog, 'transcriber', languageId);
  return {
    llm_model_id: mode === 'pipeline' ? defaultModelId(catalog, 'llm') : null,
    multimodal_model_id: mode === 'pipeline' ? null : defaultModelId(catalog, mode),
    chat_llm_fallback_id: null,
    turn_detection_threshold: null,
    synthesizer_provider_id: mode === 'multimodal' ? null : synthesizer,
    transcriber_provider_id: mode === 'pipeline' ? transcriber : null,
    fillers: false,
  };
}

/** Default values of all optional fields. */
export function settingDefaults(catalog: Catalog, choice: Choice): Settings {
  const language = catalog.languages.find((candidate) => candidate.id === choice.languageId);
  return {
    ...modeDefaults(catalog, choice),
    ...PLAIN_DEFAULTS,
    filler_config: fillerPhrases(language?.iso_2 ?? 'en'),
  };
}

export const PLAIN_DEFAULTS: Omit<Settings, keyof ModeSettings | 'filler_config'> = {
  secondary_language_ids: [],
  knowledgebase_id: null,
  knowledgebase_mode: 'function_call',
  phone_number_id: null,
  tool_ids: [],
  mcp_server_ids: [],
  mcp_tools: [],
  tools: [],
  tts_emotion_enabled: true,
  voice_stability: 0.7,
  voice_similarity: 0.5,
  speech_speed: 1,
  speech_normalization: true,
  pronunciations: [],
  transcriber_keywords: [],
  llm_temperature: 0.1,
  allow_interruptions: true,
  protect_first_message: 'greeting',
  record: false,
  mask_keypad_input: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  max_initial_silence_duration: null,
  ringing_time: 30,
  reengagement_interval: 30,
  reengagement_prompt: null,
  end_call_on_voicemail: true,
  voice_mail_message: null,
  notice_message: null,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  min_interrupt_words: null,
  ambient_sound: 'off',
  ambient_sound_volume: 0.5,
  is_webhook_active: false,
  webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  post_call_schema: [
    { name: 'status', type: 'bool', description: 'Whether the goal of the conversation was reached.' },
    { name: 'summary', type: 'string', description: 'A short summary of the conversation.' },
  ],
  variables: {},
  conversation_inactivity_timeout: 30,
  max_replies_per_customer_day: 200,
  conversation_ended_retrigger: false,
  conversation_ended_webhook_url: null,
  widget_settings: WIDGET_DEFAULTS,
  is_public: true,
  share_customer_details: true,
  // A hang-up with an apology is better than a dead line, and a transfer needs a tool.
  unclear_speech_action: 'end_call',
};

interface FillerPhrases {
  positive: string[];
  negative: string[];
  question: string[];
  neutral: string[];
}

/** Phrases an assistant may say while it thinks, by the tone of the customer's words. */
const PHRASES: Record<string, FillerPhrases> = {
  en: {
    positive: ['Great.', 'Sounds good.', 'Perfect.'],
    negative: ['I see.', 'I understand.', 'Sorry to hear that.'],
    question: ['Let me check.', 'Good question.', 'One moment.'],
    neutral: ['Okay.', 'Alright.', 'Got it.'],
  },
  ro: {
    positive: ['Grozav.', 'Sună bine.', 'Perfect.'],
    negative: ['Înțeleg.', 'Îmi pare rău.', 'Am înțeles.'],
    question: ['Verific imediat.', 'Bună întrebare.', 'O clipă.'],
    neutral: ['Bine.', 'În regulă.', 'Am notat.'],
  },
  fr: {
    positive: ['Très bien.', 'Parfait.', 'Super.'],
    negative: ['Je vois.', 'Je comprends.', 'Je suis désolé.'],
    question: ['Je vérifie.', 'Bonne question.', 'Un instant.'],
    neutral: ["D'accord.", 'Entendu.', "C'est noté."],
  },
  es: {
    positive: ['Genial.', 'Perfecto.', 'Muy bien.'],
    negative: ['Ya veo.', 'Entiendo.', 'Lo siento.'],
    question: ['Déjeme ver.', 'Buena pregunta.', 'Un momento.'],
    neutral: ['De acuerdo.', 'Vale.', 'Entendido.'],
  },
  de: {
    positive: ['Sehr gut.', 'Prima.', 'Perfekt.'],
    negative: ['Ich verstehe.', 'Das tut mir leid.', 'Verstehe.'],
    question: ['Ich sehe nach.', 'Gute Frage.', 'Einen Moment.'],
    neutral: ['In Ordnung.', 'Alles klar.', 'Gut.'],
  },
  lt: {
    positive: ['Puiku.', 'Labai gerai.', 'Tobula.'],
    negative: ['Suprantu.', 'Apgailestauju.', 'Aišku.'],
    question: ['Tuoj patikrinsiu.', 'Geras klausimas.', 'Minutėlę.'],
    neutral: ['Gerai.', 'Supratau.', 'Tinka.'],
  },
  it: {
    positive: ['Ottimo.', 'Perfetto.', 'Benissimo.'],
    negative: ['Capisco.', 'Mi dispiace.', 'Ho capito.'],
    question: ['Controllo subito.', 'Bella domanda.', 'Un momento.'],
    neutral: ['Va bene.', "D'accordo.", 'Certo.'],
  },
  ar: {
    positive: ['رائع.', 'ممتاز.', 'جيد جدا.'],
    negative: ['أفهم ذلك.', 'يؤسفني ذلك.', 'مفهوم.'],
    question: ['دعني أتحقق.', 'سؤال جيد.', 'لحظة من فضلك.'],
    neutral: ['حسنا.', 'تمام.', 'فهمت.'],
  },
  pt: {
    positive: ['Ótimo.', 'Perfeito.', 'Muito bem.'],
    negative: ['Entendo.', 'Lamento.', 'Compreendo.'],
    question: ['Deixe-me ver.', 'Boa pergunta.', 'Um momento.'],
    neutral: ['Certo.', 'Está bem.', 'Entendido.'],
  },
  da: {
    positive: ['Fint.', 'Perfekt.', 'Det lyder godt.'],
    negative: ['Jeg forstår.', 'Det er jeg ked af.', 'Det kan jeg godt se.'],
    question: ['Lad mig se.', 'Godt spørgsmål.', 'Et øjeblik.'],
    neutral: ['Okay.', 'I orden.', 'Javel.'],
  },
};

/** For other languages: no phrase is better than one in the wrong language. */
const NONE: FillerPhrases = { positive: [], negative: [], question: [], neutral: [] };

/** @param iso2 ISO 639-1 code of the assistant's language */
function fillerPhrases(iso2: string): FillerPhrases {
  return PHRASES[iso2] ?? NONE;
}
