import { isCallTool } from '#contract/built-in-tools.ts';
import { personaInTalk } from '../../../agent/talk-facts.ts';
import type { TalkFacts } from '../../../agent/turn.ts';
import { type Catalog, speechProvidersFor, voicesFor, voiceTtsProviderId } from '../../../core/catalog.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { LanguageModel } from '../../../providers/interfaces/language-model.ts';
import { mergePronunciations } from '../../../providers/interfaces/pronunciation-dictionary.ts';
import type { TtsProvider } from '../../../providers/interfaces/tts-provider.ts';
import type { CallAssistant, FallbackVoice } from '../../../voice/call-host.ts';
import type { VoiceSettings, VoiceStyle } from '../../../voice/settings.ts';
import { type ChatModels, chatModel } from '../../conversations/reply/chat-model.ts';
import {
  type KnowledgeSearch,
  knowledgeOf,
  type ToolLoader,
  toolsOf,
} from '../../conversations/reply/start-reply.ts';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import type { AssistantRow } from './assistant-row.ts';
import { assistantSetup } from './assistant-setup.ts';

export interface AssistantDeps extends ChatModels {
  searchKnowledge: KnowledgeSearch;
  loadTools: ToolLoader;
  clock: Pick<Clock, 'now'>;
  /** Used if the assistant's own model fails; null if no fallback model is configured. */
  fallbackModel(): LanguageModel | null;
  /** A placeholder for a TTS provider that is not configured; without a fallback voice, it has no `fallbackCode`. */
  missingTts(code: string): Pick<TtsProvider, 'fallbackCode'>;
}

/**
 * Resolves a stored assistant for a call. Throws `unavailable`, with a message for the account's owner, if this server
 * does not offer its voice, model or a speech provider.
 * @param call its variables override the assistant's own
 */
export async function callAssistant(
  deps: AssistantDeps,
  row: AssistantRow,
  call: ActiveCall | null,
): Promise<CallAssistant> {
  const { catalog } = deps;
  const fallbackModel = deps.fallbackModel();
  const model = chatModel(deps, row);
  const languageName = (id: number): string =>
    catalog.languages.find((one) => one.id === id)?.name ?? 'English';
  return {
    id: String(row.id),
    name: row.name,
    settings: voiceSettings(row, voiceStyle(catalog, row)),
    persona: {
      systemPrompt: row.system_prompt,
      opening: null,
      variables: row.variables,
      ...(call !== null && inCall(row.variables, call, deps.clock.now())),
      language: languageName(row.language_id),
      secondaryLanguages: row.secondary_language_ids.map(languageName),
      timezone: row.timezone,
      hidesCustomer: !row.share_customer_details,
    },
    temperature: row.llm_temperature,
    model,
    fallback: fallbackModel === model ? null : fallbackModel,
    ...speechCodes(deps, row),
    fallbackVoice: row.mode === 'multimodal' ? fallbackVoice(catalog, row) : null,
    knowledge: knowledgeOf(deps, row),
    tools: await toolsOf(deps, row),
    builtInTools: row.tools.filter(isCallTool),
  };
}

/** The persona's variables and facts about the call. */
export function inCall(
  own: Record<string, unknown>,
  call: Pick<ActiveCall, 'id' | 'type' | 'clientPhone' | 'assistantPhone' | 'variables' | 'given'> & {
    leadId?: number | null;
    campaignName?: string | null;
    hasOptedOut?: boolean;
  },
  now: Date,
): ReturnType<typeof personaInTalk> {
  const talk: TalkFacts = {
    channel: call.type === 'web' ? 'web' : 'phone',
    beganAt: now,
    customerPhone: call.clientPhone,
    customerName: null,
    hasOptedOut: call.hasOptedOut ?? false,
    assistantPhone: call.assistantPhone,
    callId: call.id,
    conversationId: null,
    leadId: call.leadId ?? null,
    campaignName: call.campaignName ?? null,
  };
  return personaInTalk({ own, merged: call.variables, given: call.given, talk });
}

function voiceStyle(catalog: Catalog, row: AssistantRow): VoiceStyle {
  const voice = catalog.voices.find(({ id }) => id === row.voice_id);
  if (voice === undefined)
    throw new AppError('unavailable', 'This server does not offer the voice of this assistant.');
  const iso = (id: number): string => catalog.languages.find((one) => one.id === id)?.iso_2 ?? 'en';
  return {
    voice: voice.code,
    stability: row.voice_stability,
    similarity: row.voice_similarity,
    speed: row.speech_speed,
    emotion: row.tts_emotion_enabled,
    language: iso(row.language_id),
    secondaryLanguages: row.secondary_language_ids.map(iso),
    isNormalized: row.speech_normalization,
    pronunciations: mergePronunciations(row.pronunciations, row.account_pronunciations),
  };
}

/** Provider codes of the mode's parts. */
function speechCodes(
  { catalog, missingTts }: Pick<AssistantDeps, 'catalog' | 'missingTts'>,
  row: AssistantRow,
): Pick<CallAssistant, 'realtimeModel' | 'transcriber' | 'synthesizer'> {
  const { mode, model, transcriber, synthesizer } = assistantSetup(catalog, row);
  return {
    realtimeModel:
      mode === 'pipeline' ? null : offered(model, 'This server does not offer the model of this assistant.'),
    transcriber:
      mode === 'pipeline'
        ? offered(
            transcriber,
            'This server offers no speech-to-text provider for the language of this assistant.',
          )
        : null,
    synthesizer:
      mode === 'multimodal'
        ? null
        : offered(
            synthesizer ?? replaceableVoice({ catalog, missingTts }, row),
            'This server offers no text-to-speech provider for the voice of this assistant.',
          ),
  };
}

/** The voice's TTS provider, which is not configured; null if no fallback speaks the assistant's language. */
function replaceableVoice(
  { catalog, missingTts }: Pick<AssistantDeps, 'catalog' | 'missingTts'>,
  row: AssistantRow,
): string | null {
  const id = voiceTtsProviderId(catalog, row.voice_id) ?? row.synthesizer_provider_id;
  const code = catalog.speechProviders.find((provider) => provider.id === id)?.code;
  const language = catalog.languages.find((one) => one.id === row.language_id)?.iso_2 ?? 'en';
  if (code === undefined) return null;
  return (missingTts(code).fallbackCode?.(language) ?? null) === null ? null : code;
}

function offered(code: string | null, problem: string): string {
  if (code === null) throw new AppError('unavailable', problem);
  return code;
}

/**
 * The first voice of the language's best TTS provider; null if no TTS provider speaks the language. The model's own
 * vendor comes last, because its key or quota may be why the model failed.
 */
function fallbackVoice(catalog: Catalog, row: AssistantRow): FallbackVoice | null {
  const { language_id: languageId } = row;
  const vendor = assistantSetup(catalog, row).model?.split('/')[0];
  const voices = voicesFor(catalog, { mode: 'pipeline', languageId });
  const found = speechProvidersFor(catalog, 'synthesizer', languageId).flatMap(({ id, code }) => {
    const voice = voices.find(({ synthesizer_provider_id }) => synthesizer_provider_id === id);
    return voice === undefined ? [] : [{ synthesizer: code, voice: voice.code }];
  });
  return found.find(({ synthesizer }) => synthesizer !== vendor) ?? found[0] ?? null;
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

/**
 * Converts stored settings for one call; seconds become milliseconds. Variables in texts are filled in later by the
 * call.
 */
export function voiceSettings(row: AssistantRow, voice: VoiceStyle): VoiceSettings {
  return {
    mode: row.mode,
    endpointType: row.endpoint_type,
    endpointSilenceMs: milliseconds(row.endpoint_sensitivity),
    interruptAfterMs: milliseconds(row.interrupt_sensitivity),
    minInterruptWords: row.min_interrupt_words,
    allowInterruptions: row.allow_interruptions,
    protectFirstMessage: row.protect_first_message,
    turnDetectionThreshold: row.turn_detection_threshold,
    fillers: row.fillers ? fillersOf(row.filler_config) : null,
    ambientSound: row.ambient_sound,
    ambientSoundVolume: row.ambient_sound_volume,
    record: row.record,
    maskKeypadInput: row.mask_keypad_input,
    noiseCancellation: row.enable_noise_cancellation,
    waitForCustomer: row.wait_for_customer,
    maxDurationMs: milliseconds(row.max_duration),
    maxSilenceMs: milliseconds(row.max_silence_duration),
    maxInitialSilenceMs:
      row.max_initial_silence_duration === null ? null : milliseconds(row.max_initial_silence_duration),
    reengagementIntervalMs: milliseconds(row.reengagement_interval),
    reengagementPrompt: row.reengagement_prompt,
    endCallOnVoicemail: row.end_call_on_voicemail,
    voiceMailMessage: row.voice_mail_message,
    unclearSpeechAction: row.unclear_speech_action,
    noticeMessage: row.notice_message,
    initialMessage: row.initial_message,
    transcriberKeywords: row.transcriber_keywords,
    voice,
  };
}

function fillersOf({
  positive = [],
  negative = [],
  question = [],
  neutral = [],
}: AssistantRow['filler_config']): NonNullable<VoiceSettings['fillers']> {
  return { positive, negative, question, neutral };
}
