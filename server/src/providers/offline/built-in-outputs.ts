import type { BuiltInTool } from '#contract/built-in-tools.ts';
import { ORDERED } from '../spec/conventions.ts';
import { isJsonObject } from '../spec/json.ts';
import type { ToolOutput } from './conversation.ts';
import type { LanguageCode } from './languages.ts';
import { PHRASES, type Phrases } from './phrases.ts';

/** Words to what a tool has answered; null: that is no answer of this tool. */
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

/** What a call's own tool brought, in words; null: an account's tool, whatever its name, or one that failed. */
export function sayBuiltInOutput({ name, failed, value }: ToolOutput, language: LanguageCode): string | null {
  // Tools of one kind are numbered from the second on.
  const type = name.replace(/_\d+$/, '');
  if (failed || !isBuiltIn(type) || !isJsonObject(value)) return null;
  return SAYINGS[type](value, PHRASES[language]);
}

/** Key by key, so that none is read as a part of a number. */
export function sayKeys(keys: string, { keysUnderstood, noKeys, star, hash }: Phrases): string {
  if (keys === '') return noKeys;
  const names: Partial<Record<string, string>> = { '*': star, '#': hash };
  const each = Array.from(keys, (key) => names[key] ?? key);
  return keysUnderstood.replace('{keys}', () => each.join(' '));
}

function isBuiltIn(type: string): type is BuiltInTool['type'] {
  return Object.hasOwn(SAYINGS, type);
}
