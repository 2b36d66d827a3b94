import { convertVariables } from './convert-variables.ts';
import type { Draft, DraftField, Note, Product } from './draft.ts';
import { type Catalog, matchLanguage, matchModel, matchVoice } from './match-catalog.ts';
import { toTool } from './to-tool.ts';

/** Requests that create an assistant, and notes for the user. */
export interface Conversion {
  /** Body of `POST /user/assistant`, without `tool_ids`. */
  assistant: Record<string, unknown>;
  /** Bodies of `POST /user/tools`. */
  tools: Record<string, unknown>[];
  notes: Note[];
}

export interface ConversionChoices {
  product: Product;
  catalog: Catalog;
  type: 'inbound' | 'outbound';
  /** Used if the export has none. */
  timezone: string;
  /** Paths of the export without a counterpart. */
  unread: string[];
}

/** Converts a draft to requests within Parley's limits. */
export function toAssistant(draft: Draft, choices: ConversionChoices): Conversion {
  const notes = [...draft.notes];
  const text = (value: string, place: string): string =>
    converted(value, { place, product: choices.product, notes });
  const tools = draft.tools.map((tool) => toTool({ ...tool, url: text(tool.url, 'tool') }, notes));
  const assistant = {
    name: limited(draft.name, 255, { name: 'The name', notes }),
    type: choices.type,
    mode: 'pipeline',
    timezone: draft.timezone ?? choices.timezone,
    initial_message: firstMessage(draft, text, notes),
    system_prompt: text(draft.prompt, 'system prompt') || 'You are a helpful assistant on the phone.',
    ...catalogFields(draft, choices.catalog, notes),
    ...limitedSettings(draft, text, notes),
    tools: draft.builtIns.map((tool) => spokenTool(tool, text, notes)),
    post_call_schema: postCallSchema(draft.fields, notes),
    variables: draft.variables,
    ...(draft.keywords.length === 0
      ? {}
      : { transcriber_keywords: draft.keywords.slice(0, 100).map((word) => word.slice(0, 64)) }),
  };
  if (draft.prompt === '') notes.push({ kind: 'todo', text: 'The export has no prompt. Write one.' });
  for (const path of choices.unread) notes.push({ kind: 'missing', text: `${path} has no counterpart.` });
  return { assistant, tools: uniqueNames(tools), notes: distinct(notes) };
}

function converted(value: string, about: { place: string; product: Product; notes: Note[] }): string {
  const { text, unknown, leftOut } = convertVariables(value, about.product);
  const { notes, place } = about;
  for (const name of unknown) {
    notes.push({
      kind: 'todo',
      text: `The variable {{${name}}} in the ${place} is not filled by Parley. Supply it or remove it.`,
    });
  }
  for (const part of leftOut) {
    notes.push({
      kind: 'approximated',
      text: `${part} in the ${place} is a template expression. Parley fills only plain variables: check the text.`,
    });
  }
  return text;
}

const FIRST_MESSAGE_CHARACTERS = 200;

function firstMessage(draft: Draft, text: (value: string, place: string) => string, notes: Note[]): string {
  const message = text(draft.firstMessage ?? 'Hello! How can I help you?', 'first message');
  return limited(message, FIRST_MESSAGE_CHARACTERS, { name: 'The first message', notes });
}

/** Cuts a text after a whole word and adds a note. */
function limited(value: string, most: number, { name, notes }: { name: string; notes: Note[] }): string {
  if (value.length <= most) return value;
  notes.push({ kind: 'approximated', text: `${name} was cut from ${value.length} to ${most} characters.` });
  const cut = value.slice(0, most);
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut;
}

function catalogFields(draft: Draft, catalog: Catalog, notes: Note[]): Record<string, unknown> {
  const [main = 'en', ...others] = draft.languages;
  const language = matchLanguage(catalog, main) ?? matchLanguage(catalog, 'en') ?? catalog.languages[0];
  if (language === undefined) throw new Error('The server offers no language.');
  if (matchLanguage(catalog, main) === null) {
    notes.push({ kind: 'approximated', text: `The language ${main} became ${language.name}.` });
  }
  const secondary = others.flatMap((code) => matchLanguage(catalog, code)?.id ?? []);
  const voice = matchVoice(catalog, draft.voice, language.id);
  const model = matchModel(catalog, draft.model);
  if (voice === null) throw new Error(`The server has no voice for ${language.name}.`);
  if (model === null) throw new Error('The server has no language model.');
  if (!voice.isExact) {
    notes.push({
      kind: 'approximated',
      text: `The voice ${draft.voice ?? '(none)'} became ${voice.item.name}. Listen to it.`,
    });
  }
  if (!model.isExact) {
    notes.push({
      kind: 'approximated',
      text: `The model ${draft.model ?? '(none)'} became ${model.item.name}.`,
    });
  }
  const distinctIds = [...new Set(secondary)].filter((id) => id !== language.id);
  return {
    language_id: language.id,
    voice_id: voice.item.id,
    llm_model_id: model.item.id,
    ...(distinctIds.length === 0 ? {} : { secondary_language_ids: distinctIds }),
  };
}

/** Ranges of `POST /user/assistant`. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  llm_temperature: [0, 1],
  voice_stability: [0, 1],
  voice_similarity: [0, 1],
  speech_speed: [0.7, 1.2],
  max_duration: [20, 1200],
  max_silence_duration: [1, 360],
  ringing_time: [1, 60],
  reengagement_interval: [7, 600],
  endpoint_sensitivity: [0, 5],
  interrupt_sensitivity: [0, 5],
  min_interrupt_words: [0, 10],
  ambient_sound_volume: [0, 1],
};

const WHOLE = new Set([
  'max_duration',
  'max_silence_duration',
  'ringing_time',
  'reengagement_interval',
  'min_interrupt_words',
]);
const LONGEST_TEXT = 1000;

function limitedSettings(
  draft: Draft,
  text: (value: string, place: string) => string,
  notes: Note[],
): Record<string, unknown> {
  const entries = Object.entries(draft.settings).map(([name, value]) => {
    if (typeof value === 'string') return [name, limited(text(value, name), LONGEST_TEXT, { name, notes })];
    const range = RANGES[name];
    if (typeof value !== 'number' || range === undefined) return [name, value];
    const near = Math.min(range[1], Math.max(range[0], WHOLE.has(name) ? Math.round(value) : value));
    if (near !== value) notes.push({ kind: 'approximated', text: `${name}: ${value} became ${near}.` });
    return [name, near];
  });
  return Object.fromEntries(entries);
}

function spokenTool(
  tool: Record<string, unknown>,
  text: (value: string, place: string) => string,
  notes: Note[],
): Record<string, unknown> {
  const entries = Object.entries(tool).map(([name, value]) => {
    const isText = typeof value === 'string' && /^(?:description|warm_transfer_message)$/.test(name);
    return [name, isText ? limited(text(value, 'tool'), LONGEST_TEXT, { name, notes }) : value];
  });
  return Object.fromEntries(entries);
}

const MAX_FIELD_NAME = 16;
const MIN_FIELD_NAME = 3;
const MAX_FIELD_DESCRIPTION = 255;

function postCallSchema(fields: readonly DraftField[], notes: Note[]): DraftField[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    const base = field.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '');
    const name = freeName(base.slice(0, MAX_FIELD_NAME).padEnd(MIN_FIELD_NAME, '_'), taken);
    if (name !== field.name)
      notes.push({ kind: 'approximated', text: `The evaluation field ${field.name} became ${name}.` });
    const type = FIELD_TYPES[field.type] ?? 'string';
    if (['object', 'array'].includes(field.type)) {
      notes.push({
        kind: 'approximated',
        text: `The evaluation field ${name} became a text instead of an ${field.type}.`,
      });
    }
    const description = field.description.length < MIN_FIELD_NAME ? `The ${name}` : field.description;
    return {
      name,
      type,
      description: limited(description, MAX_FIELD_DESCRIPTION, { name: `The description of ${name}`, notes }),
    };
  });
}

const FIELD_TYPES: Readonly<Record<string, string>> = {
  bool: 'bool',
  boolean: 'bool',
  number: 'number',
  integer: 'number',
};

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) {
    const suffix = `_${count}`;
    free = name.slice(0, MAX_FIELD_NAME - suffix.length) + suffix;
  }
  taken.add(free);
  return free;
}

function uniqueNames(tools: Record<string, unknown>[]): Record<string, unknown>[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    let name = String(tool['name']);
    while (taken.has(name)) name = `${name.slice(0, 62)}_b`;
    taken.add(name);
    return { ...tool, name };
  });
}

function distinct(notes: readonly Note[]): Note[] {
  const known = new Map(notes.map((one) => [`${one.kind} ${one.text}`, one]));
  return [...known.values()];
}
