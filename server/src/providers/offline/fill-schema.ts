import { isJsonObject } from '../interfaces/json.ts';
import type { JsonSchema } from '../interfaces/language-model.ts';
import type { Conversation } from './conversation.ts';
import { readQuestion } from './question.ts';
import { smallTalkOf } from './small-talk.ts';
import { termsOf } from './words.ts';

const SUMMARY = /summary|summar|overview|recap|rezumat|resum|zusammenfassung|riassunto/i;
/** Words in descriptions that refer to the conversation itself. */
const ABOUT_THE_TALK =
  /\b(?:whether|if|the|customers?|callers?|users?|clients?|visitors?|wants?|needs?|has|brings?|said|says|mentions?|mentioned|asks?|asked|interested)\b/gi;
const SUMMARY_CHARACTERS = 300;

/**
 * Fills a value of the schema from the customer's messages by simple rules. Never invents values: an unknown text is
 * "", an unknown number 0, an unknown boolean false; null if the schema allows it.
 */
export function fillSchema(schema: JsonSchema, conversation: Conversation): unknown {
  return fill('', schema, conversation);
}

function fill(name: string, schema: JsonSchema, conversation: Conversation): unknown {
  const types = [schema['type']].flat();
  const texts = conversation.exchanges.map((exchange) => exchange.message).reverse();
  const unknown = (empty: unknown) => (types.includes('null') ? null : empty);
  if (types.includes('object') || isJsonObject(schema['properties'])) {
    const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
    return Object.fromEntries(
      properties.map(([key, property]) => [
        key,
        fill(key, isJsonObject(property) ? property : {}, conversation),
      ]),
    );
  }
  if (types.includes('boolean')) return isConfirmed(name, schema, conversation);
  if (types.includes('array')) return [];
  const type = types.find((item) => item !== 'null');
  const found = collectValue(name, { ...schema, type }, texts);
  if (type === 'number' || type === 'integer') return found ?? unknown(0);
  if (SUMMARY.test(`${name} ${String(schema['description'] ?? '')}`)) return summaryOf(conversation);
  if (Array.isArray(schema['enum'])) return found ?? unknown(schema['enum'][0]);
  return found ?? unknown('');
}

/** True if the customer's words match the description, or if they thanked at the end and it asks about success. */
function isConfirmed(name: string, schema: JsonSchema, { exchanges, language }: Conversation): boolean {
  const text = exchanges.map((exchange) => exchange.message).join('\n');
  const description = `${name.replaceAll('_', ' ')} ${String(schema['description'] ?? '')}`;
  if (/\b(goal|success\w*|reached|solved|resolved|satisfied|helped)\b/i.test(description)) {
    return exchanges.some((exchange) => smallTalkOf(exchange.message) === 'thanks');
  }
  const said = new Set(termsOf(text, language));
  const { terms, synonyms } = readQuestion(description.replaceAll(ABOUT_THE_TALK, ' '), language);
  const met = terms.filter(
    (term) => said.has(term) || [...(synonyms.get(term) ?? [])].some((other) => said.has(other)),
  );
  return terms.length > 0 && met.length * 2 >= terms.length;
}

function summaryOf({ exchanges }: Conversation): string {
  const wanted = exchanges
    .map((exchange) => exchange.message)
    .filter((message) => smallTalkOf(message) === null);
  const text = wanted.join(' / ');
  return text.length <= SUMMARY_CHARACTERS ? text : `${text.slice(0, SUMMARY_CHARACTERS - 1)}…`;
}

/** Expected format of a text parameter, by its name and description. The first match wins. */
const VALUE_PATTERNS: readonly (readonly [RegExp, RegExp])[] = [
  [/e-?mail/i, /[\w.+-]+@[\w-]+\.[\w.-]*\w/],
  [/phone|mobile|telephone/i, /\+?\d[\d\s().-]{6,}\d/],
  [
    /date|day\b/i,
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\b|\b(?:day after tomorrow|today|tomorrow|tonight)\b|\b(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b/i,
  ],
  [
    /time|hour/i,
    /\b\d{1,2}(?::\d{2})?\s?(?:am|pm)\b|\b\d{1,2}:\d{2}\b|\b(?:noon|midnight|morning|afternoon|evening)\b/i,
  ],
  [
    /(?:^|_|\b)(?:id|code|number|no|reference|tracking|order|invoice|sku|account)(?:$|_|\b)/i,
    /#?\b(?=[\w-]*\d)[A-Za-z]{0,5}-?\d[\w-]*\b/,
  ],
  [
    /\bname\b|_name|^name/i,
    /(?<=\b(?:[Mm]y name is|[Ii] am|[Ii]'m|[Tt]his is|name's|under the name of|for) )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u,
  ],
  [
    /city|town|location|place|country|destination|origin|address/i,
    /(?<=\b(?:in|to|at|for|from|near) )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u,
  ],
];

const FREE_TEXT =
  /reason|message|description|subject|query|question|text|issue|comment|note|details|topic|request/i;
const YES = /^(yes|yeah|yep|sure|ok|okay|please do|da|oui|si|sí|ja|sim|taip|نعم)\b/iu;
const NO = /^(no|nope|not|don't|nu|non|nein|não|nao|ne|nej|لا)\b/iu;

/** The value of a parameter, if the texts contain one. `texts`: newest first. */
export function collectValue(name: string, schema: JsonSchema, texts: readonly string[]): unknown {
  const hint = `${name} ${String(schema['description'] ?? '')}`;
  for (const text of texts) {
    const value = valueIn(text, hint, schema);
    if (value !== undefined) return value;
  }
  const start = texts.at(-1);
  return schema['type'] === 'string' && FREE_TEXT.test(name) ? start : undefined;
}

/** The value of a parameter that was just asked for: any words are accepted. */
export function answeredValue(name: string, schema: JsonSchema, answer: string): unknown {
  const hint = `${name} ${String(schema['description'] ?? '')}`;
  if (schema['type'] === 'boolean') return YES.test(answer) ? true : NO.test(answer) ? false : undefined;
  const value = valueIn(answer, hint, schema);
  if (value !== undefined || schema['type'] !== 'string' || Array.isArray(schema['enum'])) return value;
  const words = answer
    .replace(/^(?:it'?s|it is|my name is|i'?m|i am|this is|the \w+ is)\s+/i, '')
    .replace(/[.!]+$/, '');
  return words.trim() === '' ? undefined : words.trim();
}

function valueIn(text: string, hint: string, schema: JsonSchema): unknown {
  const allowed = schema['enum'];
  if (Array.isArray(allowed)) {
    return allowed.find((item) => new RegExp(`\\b${escapeRegExp(String(item))}\\b`, 'i').test(text));
  }
  switch (schema['type']) {
    case 'number':
    case 'integer': {
      const number = /-?\d+(?:[.,]\d+)?/.exec(text)?.[0];
      return number === undefined ? undefined : Number(number.replace(',', '.'));
    }
    case 'string': {
      const pattern = VALUE_PATTERNS.find(([wanted]) => wanted.test(hint))?.[1];
      return pattern?.exec(text)?.[0].trim();
    }
    default:
      return undefined;
  }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
