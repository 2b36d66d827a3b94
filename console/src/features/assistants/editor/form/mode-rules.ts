import type { LanguageModel, Voice } from '../../../../data/catalogue.ts';
import type { AssistantValues, FieldName } from './assistant-values.ts';

type Mode = AssistantValues['mode'];

/** Why a mode does not have a setting. Source: the contract's rules between modes and fields. */
const MISSING: Partial<Record<FieldName, Partial<Record<Mode, string>>>> = {
  llm_model_id: both('The realtime model thinks for itself in this mode.'),
  transcriber_provider_id: both('The realtime model hears for itself in this mode.'),
  synthesizer_provider_id: { multimodal: 'The realtime model speaks for itself in this mode.' },
  fillers: both('Only pipeline mode has fillers: a realtime model answers without a pause to fill.'),
  allow_interruptions: both('A realtime model always lets people interrupt.'),
  knowledgebase_mode: both('A realtime model can only search when it needs to.'),
  multimodal_model_id: { pipeline: 'Only the modes with a realtime model have one.' },
  chat_llm_fallback_id: { pipeline: 'In pipeline mode the language model holds chats too.' },
  turn_detection_threshold: { pipeline: 'Pipeline mode finds the ends of turns by the settings above.' },
};

function both(reason: string): Partial<Record<Mode, string>> {
  return { multimodal: reason, dualplex: reason };
}

/** Null: the mode has the setting. */
export function missingReason(mode: Mode, field: FieldName): string | null {
  return MISSING[field]?.[mode] ?? null;
}

/** What the installation offers for the new mode, best first. */
export interface OfferedForMode {
  voices: readonly Voice[];
  models: readonly LanguageModel[];
}

export interface ModeChange {
  /** What the change sets. */
  values: Partial<AssistantValues>;
  /** What people should know of it, in words. */
  told: string[];
}

/** What another mode does to the other settings, as the server does it too. */
export function modeChange(values: AssistantValues, mode: Mode, offered: OfferedForMode): ModeChange {
  const voice = offered.voices.find(({ id }) => id === values.voice_id) ?? offered.voices[0];
  const model = offered.models[0] ?? null;
  const isPipeline = mode === 'pipeline';
  const told = [
    model === null ? 'This installation offers no model for this mode.' : `Model: ${model.name}.`,
    ...(voice !== undefined && voice.id !== values.voice_id
      ? [`Voice: ${voice.name}, since the old one does not fit.`]
      : []),
    ...(voice === undefined ? ['No voice fits this mode and language: choose another language.'] : []),
    'Transcriber and synthesizer: chosen by the language.',
    ...(values.fillers ? ['Fillers: off.'] : []),
    ...(!isPipeline && values.knowledgebase_mode === 'prompt' ? ['Knowledge: searched when needed.'] : []),
    ...(!isPipeline && !values.allow_interruptions ? ['Interruptions: on.'] : []),
    ...(isPipeline && values.chat_llm_fallback_id !== null ? ['Model for chats: none of its own.'] : []),
    ...(isPipeline && values.turn_detection_threshold !== null ? ['Turn detection: automatic.'] : []),
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
