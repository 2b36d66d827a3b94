import type { CreateAssistant, UpdateAssistant } from '#contract/assistants.ts';
import { type BuiltInTool, builtInTool } from '#contract/built-in-tools.ts';
import type { CallOverrides } from '#contract/calls.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import { type FieldErrors, mergeFieldErrors } from '#contract/validation.ts';
import {
  type Catalog,
  defaultModelId,
  type EngineMode,
  isVoiceOfModel,
  type Model,
  type Voice,
  voicesFor,
  voiceTtsProviderId,
} from '../../core/catalog.ts';
import type { AssistantColumns, StoredAssistant } from './configuration/columns.ts';
import { type Choice, modeDefaults, PLAIN_DEFAULTS, settingDefaults } from './configuration/defaults.ts';
import type { SuppliedFields } from './configuration/supplied-fields.ts';

/** Stored settings that decide which models and voices fit. */
type ModeChoice = Pick<StoredAssistant, 'mode' | 'voice_id' | 'language_id' | 'multimodal_model_id'>;

const MODE_NAMES: Record<EngineMode, string> = {
  pipeline: 'pipeline',
  multimodal: 'multimodal',
  dualplex: 'dualplex',
};

/** Errors for settings that the mode does not have; null and the default are allowed. */
export function foreignSettingErrors(mode: EngineMode, supplied: SuppliedFields): FieldErrors {
  const errors: FieldErrors = {};
  const refuse = (field: string, text: string): void => {
    errors[field] = [text];
  };
  const belongs = (field: keyof SuppliedFields, modes: string): void => {
    const name = field.replaceAll('_', ' ');
    if (supplied[field] != null) refuse(field, `The ${name} field applies to ${modes} only.`);
  };
  if (mode === 'pipeline') {
    belongs('multimodal_model_id', 'multimodal and dualplex modes');
    belongs('chat_llm_fallback_id', 'multimodal and dualplex modes');
    belongs('turn_detection_threshold', 'multimodal and dualplex modes');
    return errors;
  }
  belongs('llm_model_id', 'pipeline mode');
  belongs('transcriber_provider_id', 'pipeline mode');
  if (mode === 'multimodal') belongs('synthesizer_provider_id', 'pipeline and dualplex modes');
  if (supplied.fillers === true) refuse('fillers', 'Fillers exist only in pipeline mode.');
  if (supplied.allow_interruptions === false) {
    refuse('allow_interruptions', `Interruptions cannot be turned off in ${MODE_NAMES[mode]} mode.`);
  }
  if (supplied.knowledgebase_mode === 'prompt') {
    refuse('knowledgebase_mode', `The knowledgebase mode must be function_call in ${MODE_NAMES[mode]} mode.`);
  }
  return errors;
}

/** A campaign that is not completed, and the bool field of its assistant's evaluation that is its goal. */
export interface GoalCampaign {
  name: string;
  goal: string;
}

/** Errors for a change that takes the goal of a campaign away. */
export function lostGoalErrors(supplied: SuppliedFields, campaigns: readonly GoalCampaign[]): FieldErrors {
  const errors: FieldErrors = {};
  const given = supplied.post_call_schema;
  const fields = given === null ? PLAIN_DEFAULTS.post_call_schema : given;
  const lost = campaigns.find(
    ({ goal }) => fields?.some((field) => field?.type === 'bool' && field.name === goal) === false,
  );
  if (lost !== undefined) {
    errors['post_call_schema'] = [`The campaign "${lost.name}" needs the bool field ${lost.goal}.`];
  }
  const [first] = campaigns;
  if (supplied.post_call_evaluation === false && first !== undefined) {
    errors['post_call_evaluation'] = [
      `The campaign "${first.name}" needs the evaluation for its goal ${first.goal}.`,
    ];
  }
  return errors;
}

/** Error if the model of the mode is missing on create or set to null on update. */
export function missingModelErrors(
  mode: EngineMode,
  supplied: SuppliedFields,
  stored: ModeChoice | null,
): FieldErrors {
  const field = mode === 'pipeline' ? 'llm_model_id' : 'multimodal_model_id';
  const isMissing =
    stored === null ? supplied[field] == null : supplied[field] === null && stored.mode === mode;
  const name = field.replaceAll('_', ' ');
  return isMissing ? { [field]: [`The ${name} field is required when mode is ${mode}.`] } : {};
}

/** Errors for callback tools of an inbound assistant that name no outbound assistant. */
export function callbackErrors(supplied: SuppliedFields, stored: StoredAssistant | null): FieldErrors {
  if ((supplied.type ?? stored?.type) !== 'inbound') return {};
  const errors: FieldErrors = {};
  for (const [index, tool] of (supplied.tools ?? []).entries()) {
    if (tool?.type !== 'schedule_callback' || tool.assistant_id != null) continue;
    errors[`tools.${index}.assistant_id`] = [
      'An inbound assistant cannot call back. Choose an outbound assistant.',
    ];
  }
  return errors;
}

/** Error if the webhook is active and has no URL, neither in the request nor stored. */
export function webhookErrors(supplied: SuppliedFields, stored: StoredAssistant | null): FieldErrors {
  const url = supplied.webhook_url === undefined ? (stored?.webhook_url ?? null) : supplied.webhook_url;
  return isWebhookOn(supplied, stored) && url === null
    ? { webhook_url: ['The webhook url field is required when is webhook active is true.'] }
    : {};
}

/** The webhook URLs that a request sets. */
export function suppliedWebhookUrls(supplied: SuppliedFields): string[] {
  const urls = [supplied.webhook_url, supplied.conversation_ended_webhook_url];
  return [...new Set(urls.filter((url) => typeof url === 'string'))];
}

/** True if the webhook is on after the request. Null means the default (off); removing the URL turns it off. */
function isWebhookOn(supplied: SuppliedFields, stored: StoredAssistant | null): boolean {
  if (supplied.is_webhook_active !== undefined) return supplied.is_webhook_active ?? false;
  return supplied.webhook_url !== null && (stored?.is_webhook_active ?? false);
}

/** Errors for catalog references that are unknown or of the wrong kind, and for a voice that does not fit the mode. */
export function catalogErrors(
  catalog: Catalog,
  supplied: SuppliedFields,
  stored: ModeChoice | null,
): FieldErrors {
  const errors: FieldErrors = {};
  const mode = supplied.mode ?? stored?.mode;
  const must = (field: string, holds: boolean): void => {
    if (!holds)
      errors[field] = [
        `The selected ${field.includes('.') ? field : field.replaceAll('_', ' ')} is invalid.`,
      ];
  };
  const hasLanguage = (id: number): boolean => catalog.languages.some((language) => language.id === id);
  const hasModel = (id: number, kind: string): boolean =>
    catalog.models.some((model) => model.id === id && model.kind === kind && model.is_offered);
  const hasProvider = (id: number, kind: string): boolean =>
    catalog.speechProviders.some((one) => one.id === id && one.kind === kind && one.is_offered);
  if (supplied.language_id !== undefined) must('language_id', hasLanguage(supplied.language_id));
  for (const [index, id] of (supplied.secondary_language_ids ?? []).entries()) {
    if (id !== undefined) must(`secondary_language_ids.${index}`, hasLanguage(id));
  }
  if (supplied.llm_model_id != null) must('llm_model_id', hasModel(supplied.llm_model_id, 'llm'));
  if (supplied.multimodal_model_id != null && mode !== undefined && mode !== 'pipeline') {
    must('multimodal_model_id', hasModel(supplied.multimodal_model_id, mode));
  }
  if (supplied.chat_llm_fallback_id != null) {
    must('chat_llm_fallback_id', hasModel(supplied.chat_llm_fallback_id, 'llm'));
  }
  if (supplied.synthesizer_provider_id != null) {
    must('synthesizer_provider_id', hasProvider(supplied.synthesizer_provider_id, 'synthesizer'));
  }
  if (supplied.transcriber_provider_id != null) {
    must('transcriber_provider_id', hasProvider(supplied.transcriber_provider_id, 'transcriber'));
  }
  return {
    ...ttsProviderErrors(catalog, supplied, stored),
    ...errors,
    ...voiceErrors(catalog, supplied, stored),
  };
}

/** Error if the chosen TTS provider is not that of the voice. */
function ttsProviderErrors(
  catalog: Catalog,
  supplied: SuppliedFields,
  stored: ModeChoice | null,
): FieldErrors {
  const mode = supplied.mode ?? stored?.mode;
  const voice = catalog.voices.find(({ id }) => id === (supplied.voice_id ?? stored?.voice_id));
  const [asked, own] = [supplied.synthesizer_provider_id, voice?.synthesizer_provider_id];
  if (mode === 'multimodal' || asked == null || own == null || asked === own) return {};
  return {
    synthesizer_provider_id: [`The voice ${voice?.name} requires the synthesizer provider ${own}.`],
  };
}

function voiceErrors(catalog: Catalog, supplied: SuppliedFields, stored: ModeChoice | null): FieldErrors {
  const mode = supplied.mode ?? stored?.mode;
  const voiceId = supplied.voice_id ?? stored?.voice_id;
  const isAsked =
    supplied.voice_id !== undefined ||
    (supplied.multimodal_model_id !== undefined && mode === 'multimodal') ||
    (stored !== null && mode !== stored.mode);
  if (voiceId === undefined || !isAsked) return {};
  const voice = catalog.voices.find((candidate) => candidate.id === voiceId);
  if (voice === undefined) return { voice_id: ['The selected voice id is invalid.'] };
  if (mode === undefined) return {};
  const model = speakingModel(catalog, supplied, stored);
  const fits = (one: Voice): boolean =>
    one.modes.includes(mode) && (model === null || isVoiceOfModel(one.code, model.code));
  if (fits(voice)) return {};
  const languageId = supplied.language_id ?? stored?.language_id ?? null;
  const fitting = voicesFor(catalog, { mode, languageId, modelId: model?.id ?? null }).slice(0, 3);
  const advice = fitting.map(({ id, name }) => `${id} (${name})`).join(', ');
  const what = voice.modes.includes(mode) ? `with the model ${model?.name}` : `in ${mode} mode`;
  return { voice_id: [`The voice ${voice.name} is not available ${what}. Choose, for example, ${advice}.`] };
}

/** The realtime model that speaks with its own voice; null in other modes or if the model is unknown. */
function speakingModel(catalog: Catalog, supplied: SuppliedFields, stored: ModeChoice | null): Model | null {
  const mode = supplied.mode ?? stored?.mode;
  if (mode !== 'multimodal') return null;
  const kept = stored === null || stored.mode === mode ? stored?.multimodal_model_id : null;
  const id = supplied.multimodal_model_id ?? kept ?? (stored && defaultModelId(catalog, mode));
  return catalog.models.find((model) => model.id === id) ?? null;
}

/** All columns of a new assistant, from a request that has passed every rule. */
export function settleNewAssistant(input: CreateAssistant, catalog: Catalog): AssistantColumns {
  const { name, voice_id, language_id, type, mode, timezone, initial_message, system_prompt } = input;
  const required = { name, voice_id, language_id, type, mode, timezone, initial_message, system_prompt };
  const choice = { mode, languageId: language_id, voiceId: voice_id };
  const defaults = settingDefaults(catalog, choice);
  return { ...defaults, ...asColumns(input, defaults), ...required };
}

/** Columns that an update changes: the supplied ones, and those that a change of mode resets. */
export function settleUpdate(
  stored: StoredAssistant,
  input: UpdateAssistant,
  catalog: Catalog,
): Partial<AssistantColumns> {
  const choice = {
    mode: input.mode ?? stored.mode,
    languageId: input.language_id ?? stored.language_id,
    voiceId: input.voice_id ?? stored.voice_id,
  };
  const defaults = settingDefaults(catalog, choice);
  const isModeKept = choice.mode === stored.mode;
  const reset = isModeKept ? voiceReset(catalog, choice, stored) : modeReset(catalog, choice);
  const webhook = isWebhookOn(input, stored) ? {} : { is_webhook_active: false };
  return { ...reset, ...asColumns(input, defaults), ...languageProviders(input, defaults), ...webhook };
}

/** Errors for the fields that one call replaces, as an update would report them. */
export function overrideErrors(catalog: Catalog, supplied: SuppliedFields, stored: ModeChoice): FieldErrors {
  return mergeFieldErrors(
    foreignSettingErrors(stored.mode, supplied),
    missingModelErrors(stored.mode, supplied, stored),
    catalogErrors(catalog, supplied, stored),
  );
}

/** Columns that the overrides of one call replace. */
export function settleOverrides(
  stored: ModeChoice,
  overrides: CallOverrides,
  catalog: Catalog,
): Partial<Pick<AssistantColumns, keyof CallOverrides | 'synthesizer_provider_id'>> {
  const choice = {
    mode: stored.mode,
    languageId: overrides.language_id ?? stored.language_id,
    voiceId: overrides.voice_id ?? stored.voice_id,
  };
  return {
    ...voiceReset(catalog, choice, stored),
    ...asColumns(overrides, settingDefaults(catalog, choice)),
  };
}

/** A new voice sets the TTS provider that speaks it. */
function voiceReset(catalog: Catalog, choice: Choice, stored: ModeChoice): Partial<AssistantColumns> {
  const own = voiceTtsProviderId(catalog, choice.voiceId);
  const isAsked = choice.voiceId !== stored.voice_id && choice.mode !== 'multimodal';
  return isAsked && own !== null ? { synthesizer_provider_id: own } : {};
}

function modeReset(catalog: Catalog, choice: Choice): Partial<AssistantColumns> {
  const { chat_llm_fallback_id, turn_detection_threshold, ...own } = modeDefaults(catalog, choice);
  // Both realtime modes have these two, so a change from one to the other keeps them.
  if (choice.mode === 'pipeline') return { ...own, chat_llm_fallback_id, turn_detection_threshold };
  return { ...own, knowledgebase_mode: 'function_call', allow_interruptions: true };
}

/** A provider set to null returns to the language's default. */
function languageProviders(
  input: UpdateAssistant,
  defaults: Pick<AssistantColumns, 'synthesizer_provider_id' | 'transcriber_provider_id'>,
): Partial<AssistantColumns> {
  const { synthesizer_provider_id, transcriber_provider_id } = defaults;
  return {
    ...(input.synthesizer_provider_id === null ? { synthesizer_provider_id } : {}),
    ...(input.transcriber_provider_id === null ? { transcriber_provider_id } : {}),
  };
}

/** Null means never or unlimited, although the default is a number. */
const NULL_IS_A_VALUE = new Set(['conversation_inactivity_timeout', 'max_replies_per_customer_day']);

/** The supplied fields. Null stays null for fields whose default is null, and becomes the default for all others. */
function asColumns(input: UpdateAssistant, defaults: object): Partial<AssistantColumns> {
  const fallback = new Map<string, unknown>(Object.entries(defaults));
  const entries = Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === 'widget_settings') return [[name, Object.assign({}, fallback.get(name), value)] as const];
    const isReset = value === null && !NULL_IS_A_VALUE.has(name);
    return [[name, isReset ? (fallback.get(name) ?? null) : value] as const];
  });
  const columns = Object.fromEntries(entries) as Partial<AssistantColumns>;
  return columns.tools === undefined ? columns : { ...columns, tools: storedTools(columns.tools) };
}

/** Defaults of a tool's optional fields. */
const DEFAULTS: { [Type in BuiltInTool['type']]: Partial<Extract<BuiltInTool, { type: Type }>> } = {
  call_transfer: { custom: false, warm_transfer: false },
  warm_call_transfer: {
    custom_sip: false,
    caller_id_mode: 'outbound_number',
    hold_music: 'hold_music',
    hold_music_volume: 80,
    hold_message: 'Please hold while I connect you to a colleague.',
    summary_instructions: 'Summarize in two or three sentences who the caller is and what they need.',
    briefing_initial_message: 'Hello, I have a caller on the line for you. Here is what it is about.',
    connected_message: 'You are now connected. Thank you for holding.',
  },
  collect_keypad: { timeout: 5, stop_key: '#' },
  end_call: {},
  dtmf_input: {},
  assistant_transfer: { speak_transfer_greeting: true },
  schedule_callback: { max_days_ahead: 14 },
  handoff_to_human: {
    message: 'I am passing you on to a colleague, who will answer you here.',
    closed_message:
      'Our team is not available right now. A colleague will answer you here as soon as possible.',
  },
};

/** Built-in tools as stored and listed: flat, with defaults, phone numbers in E.164, without nulls. */
function storedTools(tools: readonly BuiltInTool[]): BuiltInTool[] {
  return tools.map((tool) => withE164(withDefaults(tool)));
}

/** Parses the tool again, so that its members are in the order of the schema. */
function withDefaults(tool: BuiltInTool): BuiltInTool {
  const given = Object.fromEntries(Object.entries(tool).filter(([, value]) => value != null));
  return builtInTool.parse({ ...DEFAULTS[tool.type], ...given });
}

function withE164(tool: BuiltInTool): BuiltInTool {
  switch (tool.type) {
    case 'call_transfer':
      return { ...tool, phone_number: e164(tool.phone_number) };
    case 'warm_call_transfer': {
      const caller = tool.custom_caller_id == null ? {} : { custom_caller_id: e164(tool.custom_caller_id) };
      return { ...tool, ...caller, supervisor_phone: e164(tool.supervisor_phone) };
    }
    default:
      return tool;
  }
}

/** SIP addresses stay unchanged. */
function e164(text: string): string {
  return toE164(text) ?? text;
}
