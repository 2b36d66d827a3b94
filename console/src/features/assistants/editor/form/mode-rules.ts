import type { LanguageModel, Voice } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues, FieldName } from './assistant-values.ts';

type Mode = AssistantValues['mode'];

/** Why a setting is unavailable in a mode. Follows the contract's rules for modes. */
const MISSING: Partial<Record<FieldName, Partial<Record<Mode, string>>>> = {
  llm_model_id: both(t('Not used with a realtime model.')),
  transcriber_provider_id: both(t('Not used with a realtime model.')),
  synthesizer_provider_id: { multimodal: t('Not used with a realtime model.') },
  fillers: both(t('Only in pipeline mode.')),
  allow_interruptions: both(t('Always on with a realtime model.')),
  knowledgebase_mode: both(t('A realtime model searches only when needed.')),
  multimodal_model_id: { pipeline: t('Not used in pipeline mode.') },
  chat_llm_fallback_id: { pipeline: t('The language model also answers chats.') },
  turn_detection_threshold: { pipeline: t('Not used in pipeline mode.') },
};

function both(reason: string): Partial<Record<Mode, string>> {
  return { multimodal: reason, dualplex: reason };
}

/** Null if the setting is available in the mode. */
export function missingReason(mode: Mode, field: FieldName): string | null {
  return MISSING[field]?.[mode] ?? null;
}

/** The catalog for the new mode, best first. */
export interface OfferedForMode {
  voices: readonly Voice[];
  models: readonly LanguageModel[];
}

export interface ModeChange {
  /** Values to set. */
  values: Partial<AssistantValues>;
  /** The changes in words, for the user. */
  told: string[];
}

/** Applies a new mode to the settings that depend on it, as the server does. */
export function modeChange(values: AssistantValues, mode: Mode, offered: OfferedForMode): ModeChange {
  const voice = offered.voices.find(({ id }) => id === values.voice_id) ?? offered.voices[0];
  const model = offered.models[0] ?? null;
  const isPipeline = mode === 'pipeline';
  const told = [
    model === null ? t('No model is available for this mode.') : t('Model: {name}.', { name: model.name }),
    ...(voice !== undefined && voice.id !== values.voice_id
      ? [t('Voice: {name}. The previous voice isn’t available.', { name: voice.name })]
      : []),
    ...(voice === undefined ? [t('No voice supports this mode and language. Choose another language.')] : []),
    t('Speech-to-text and text-to-speech: automatic.'),
    ...(values.fillers ? [t('Fillers: off.')] : []),
    ...(!isPipeline && values.knowledgebase_mode === 'prompt'
      ? [t('Knowledge base: searched when needed.')]
      : []),
    ...(!isPipeline && !values.allow_interruptions ? [t('Interruptions: on.')] : []),
    ...(isPipeline && values.chat_llm_fallback_id !== null ? [t('Chat model: the language model.')] : []),
    ...(isPipeline && values.turn_detection_threshold !== null
      ? [t('Speech detection threshold: automatic.')]
      : []),
  ];
  return {
    values: { ...settings(mode), ...modelOf(isPipeline, model), voice_id: voice?.id ?? values.voice_id },
    told,
  };
}

function settings(mode: Mode): Partial<AssistantValues> {
  const own = { mode, synthesizer_provider_id: null, transcriber_provider_id: null, fillers: false };
  if (mode === 'pipeline') return { ...own, chat_llm_fallback_id: null, turn_detection_threshold: null };
  return { ...own, knowledgebase_mode: 'function_call', allow_interruptions: true };
}

function modelOf(isPipeline: boolean, model: LanguageModel | null): Partial<AssistantValues> {
  const id = model?.id ?? null;
  return isPipeline
    ? { llm_model_id: id, multimodal_model_id: null }
    : { llm_model_id: null, multimodal_model_id: id };
}
