import { isJsonObject } from '../interfaces/json.ts';
import { sayBuiltInOutput } from './built-in-tool-words.ts';
import type { ToolOutput } from './conversation.ts';
import type { LanguageCode } from './languages.ts';
import { PHRASES } from './phrases.ts';

const MAX_FACTS = 8;
const MAX_TEXT = 400;
/** Where APIs put a sentence that is meant for people. */
const SPOKEN_FIELDS = ['message', 'answer', 'text', 'reply', 'summary', 'detail', 'description'];

/** What this turn's tools brought, in words. */
export function sayOutputs(outputs: readonly ToolOutput[], language: LanguageCode): string {
  return outputs.map((output) => sayOutput(output, language)).join(' ');
}

function sayOutput(output: ToolOutput, language: LanguageCode): string {
  const ofCall = sayBuiltInOutput(output, language);
  if (ofCall !== null) return ofCall;
  const phrases = PHRASES[language];
  const body = unwrap(output.value);
  if (output.failed) return `${phrases.toolFailed} ${withPeriod(failureText(body))}`;
  const spoken = spokenText(body);
  if (spoken !== null) return withPeriod(spoken);
  const facts = factsOf(body, '').slice(0, MAX_FACTS);
  return facts.length === 0 ? phrases.toolDone : withPeriod(facts.join(', '));
}

/** HTTP tools answer `{ status, body }`: the body is what counts. */
function unwrap(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  if ('body' in value) return parsed(value['body']);
  return 'value' in value && Object.keys(value).length === 1 ? value['value'] : value;
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return body;
  }
}

function failureText(value: unknown): string {
  const error = isJsonObject(value) ? value['error'] : value;
  if (isJsonObject(error) && typeof error['message'] === 'string') return error['message'];
  return typeof error === 'string' ? error : '–';
}

function spokenText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.slice(0, MAX_TEXT);
  if (!isJsonObject(value)) return null;
  for (const field of SPOKEN_FIELDS) {
    const text = value[field];
    if (typeof text === 'string' && text.trim().includes(' ')) return text.slice(0, MAX_TEXT);
  }
  return null;
}

/** `order status: shipped, total: 42`. */
function factsOf(value: unknown, label: string): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => factsOf(item, label));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, item]) => factsOf(item, name.replaceAll('_', ' ')));
  }
  const text = String(value).slice(0, MAX_TEXT);
  return [label === '' ? text : `${label}: ${text}`];
}

function withPeriod(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
