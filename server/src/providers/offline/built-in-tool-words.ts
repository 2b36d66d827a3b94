import type { BuiltInTool } from '#contract/built-in-tools.ts';
import { ORDERED } from '../interfaces/conventions.ts';
import { isJsonObject } from '../interfaces/json.ts';
import type { ToolDescription } from '../interfaces/language-model.ts';
import { readStopKey } from '../interfaces/pressed-keys.ts';
import type { ToolOutput } from './conversation.ts';
import type { LanguageCode } from './languages.ts';
import { PHRASES } from './phrases.ts';

/** Words for a tool's result; null if it is not a result of this tool. */
type Saying = (answer: Record<string, unknown>, language: LanguageCode) => string | null;

const announced: Saying = ({ status }, language) => (status === ORDERED ? PHRASES[language].oneMoment : null);

const SAYINGS: Record<BuiltInTool['type'], Saying> = {
  end_call: ({ status }, language) => (status === ORDERED ? PHRASES[language].goodbye : null),
  call_transfer: announced,
  warm_call_transfer: announced,
  assistant_transfer: announced,
  collect_keypad: ({ digits }, language) => (typeof digits === 'string' ? sayKeys(digits, language) : null),
  schedule_callback: ({ scheduled_for: at }, language) =>
    typeof at === 'string' ? sayCallback(at, language) : null,
  handoff_to_human: ({ message }) => (typeof message === 'string' ? message : null),
  dtmf_input: ({ sent }, language) => (typeof sent === 'string' ? PHRASES[language].toolDone : null),
};

/** The result of a built-in call tool in words; null for a failure and for an account's tool, even of the same name. */
export function sayBuiltInOutput({ name, failed, value }: ToolOutput, language: LanguageCode): string | null {
  const type = typeOf(name);
  if (failed || !isBuiltIn(type) || !isJsonObject(value)) return null;
  return SAYINGS[type](value, language);
}

/** The day and time are in English, so other languages leave them out. */
function sayCallback(at: string, language: LanguageCode): string {
  return language === 'en' ? `We will call you on ${at}.` : PHRASES[language].toolDone;
}

/** Key by key, so that none is read as part of a number. */
export function sayKeys(keys: string, language: LanguageCode): string {
  if (keys === '') return PHRASES[language].howCanIHelp;
  const each = Array.from(keys, (key) => nameOf(key, language));
  return PHRASES[language].keysUnderstood.replace('{keys}', () => each.join(' '));
}

/** Words before a tool call; empty if nothing is said. */
export function sayBeforeCall(tool: ToolDescription | undefined, language: LanguageCode): string {
  const stopKey = tool === undefined ? null : readStopKey(tool.description);
  if (tool === undefined || stopKey === null || typeOf(tool.name) !== 'collect_keypad') return '';
  return PHRASES[language].pressKeys.replace('{key}', () => nameOf(stopKey, language));
}

const ENGLISH_NAMES: Partial<Record<string, string>> = { '*': 'star', '#': 'hash' };

/** flite, which only speaks English, cannot read signs; other voices can. */
function nameOf(key: string, language: LanguageCode): string {
  return language === 'en' ? (ENGLISH_NAMES[key] ?? key) : key;
}

export function endsCall({ name }: Pick<ToolDescription, 'name'>): boolean {
  return typeOf(name) === 'end_call';
}

export function isCallbackTool(name: string): boolean {
  return typeOf(name) === 'schedule_callback';
}

export function isHandoffTool(name: string): boolean {
  return typeOf(name) === 'handoff_to_human';
}

/** Repeated tools of a kind are numbered from the second on. */
function typeOf(name: string): string {
  return name.replace(/_\d+$/, '');
}

function isBuiltIn(type: string): type is BuiltInTool['type'] {
  return Object.hasOwn(SAYINGS, type);
}
