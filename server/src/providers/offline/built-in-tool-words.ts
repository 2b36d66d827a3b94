import type { BuiltInTool } from '#contract/built-in-tools.ts';
import { ORDERED } from '../interfaces/conventions.ts';
import { isJsonObject } from '../interfaces/json.ts';
import type { ToolDescription } from '../interfaces/language-model.ts';
import { readStopKey } from '../interfaces/pressed-keys.ts';
import type { ToolOutput } from './conversation.ts';
import type { LanguageCode } from './languages.ts';
import { PHRASES, type Phrases } from './phrases.ts';

/** Words for a tool's result; null if it is not a result of this tool. */
type Saying = (answer: Record<string, unknown>, phrases: Phrases) => string | null;

const announced: Saying = ({ status }, { oneMoment }) => (status === ORDERED ? oneMoment : null);

const SAYINGS: Record<BuiltInTool['type'], Saying> = {
  end_call: ({ status }, { goodbye }) => (status === ORDERED ? goodbye : null),
  call_transfer: announced,
  warm_call_transfer: announced,
  assistant_transfer: announced,
  collect_keypad: ({ digits }, phrases) => (typeof digits === 'string' ? sayKeys(digits, phrases) : null),
  dtmf_input: ({ sent }, { toolDone }) => (typeof sent === 'string' ? toolDone : null),
};

/** The result of a built-in call tool in words; null for a failure and for an account's tool, even of the same name. */
export function sayBuiltInOutput({ name, failed, value }: ToolOutput, language: LanguageCode): string | null {
  const type = typeOf(name);
  if (failed || !isBuiltIn(type) || !isJsonObject(value)) return null;
  return SAYINGS[type](value, PHRASES[language]);
}

/** Key by key, so that none is read as part of a number. */
export function sayKeys(keys: string, phrases: Phrases): string {
  if (keys === '') return phrases.noKeys;
  const each = Array.from(keys, (key) => nameOf(key, phrases));
  return phrases.keysUnderstood.replace('{keys}', () => each.join(' '));
}

/** Words before a tool call; empty if nothing is said. */
export function sayBeforeCall(tool: ToolDescription | undefined, language: LanguageCode): string {
  const stopKey = tool === undefined ? null : readStopKey(tool.description);
  if (tool === undefined || stopKey === null || typeOf(tool.name) !== 'collect_keypad') return '';
  const phrases = PHRASES[language];
  return phrases.pressKeys.replace('{key}', () => nameOf(stopKey, phrases));
}

function nameOf(key: string, { star, hash }: Phrases): string {
  const names: Partial<Record<string, string>> = { '*': star, '#': hash };
  return names[key] ?? key;
}

/** Repeated tools of a kind are numbered from the second on. */
function typeOf(name: string): string {
  return name.replace(/_\d+$/, '');
}

function isBuiltIn(type: string): type is BuiltInTool['type'] {
  return Object.hasOwn(SAYINGS, type);
}
