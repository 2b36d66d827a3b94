import { isJsonObject } from '../interfaces/json.ts';
import type { JsonSchema } from '../interfaces/language-model.ts';
import type { Conversation } from './conversation.ts';
import { dayAndTimeIn, timeWanted, wantedTime } from './day-and-time.ts';
import { decisionIn, isDecision } from './decision.ts';
import { readQuestion } from './question.ts';
import { smallTalkOf } from './small-talk.ts';
import { termsOf } from './words.ts';
import { yesOrNo } from './yes-or-no.ts';

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
  if (types.includes('boolean')) return isTrue(name, schema, conversation) ?? unknown(false);
  if (types.includes('array')) return [];
  const type = types.find((item) => item !== 'null');
  const found = collectValue(name, { ...schema, type }, texts);
  if (type === 'number' || type === 'integer') return found ?? unknown(0);
  if (SUMMARY.test(`${name} ${String(schema['description'] ?? '')}`)) return summaryOf(conversation);
  if (Array.isArray(schema['enum'])) return found ?? unknown(schema['enum'][0]);
  return found ?? unknown('');
}

/**
 * The customer's answer to a question about the subject. Without one: true if they thanked and the description asks
 * about success, or if their words match it; null for a decision that they did not make.
 */
function isTrue(name: string, schema: JsonSchema, { exchanges, language }: Conversation): boolean | null {
  const text = exchanges.map((exchange) => exchange.message).join('\n');
  const description = `${name.replaceAll('_', ' ')} ${String(schema['description'] ?? '')}`;
  const decision = decisionIn(description, exchanges);
  if (decision !== null || isDecision(description)) return decision;
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

/** The value of a parameter, if the texts contain one. `texts`: newest first. */
export function collectValue(name: string, schema: JsonSchema, texts: readonly string[]): unknown {
  const hint = `${name} ${String(schema['description'] ?? '')}`;
  const wanted = schema['type'] === 'string' && !Array.isArray(schema['enum']) ? timeIn(hint) : null;
  const time = wanted === null ? null : timeWanted(hint, wanted, texts);
  if (time !== null) return time;
  for (const text of wanted === null ? texts : []) {
    const value = valueIn(text, hint, schema);
    if (value !== undefined) return value;
  }
  const start = texts.at(-1);
  return schema['type'] === 'string' && FREE_TEXT.test(name) ? start : undefined;
}

/** The value of a parameter that was just asked for: any words are accepted. */
export function answeredValue(name: string, schema: JsonSchema, answer: string): unknown {
  const hint = `${name} ${String(schema['description'] ?? '')}`;
  if (schema['type'] === 'boolean') return yesOrNo(answer)?.value;
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
      const wanted = timeIn(hint);
      if (wanted !== null) return dayAndTimeIn(text, wanted) ?? undefined;
      const pattern = VALUE_PATTERNS.find(([wanted]) => wanted.test(hint))?.[1];
      return pattern?.exec(text)?.[0].trim();
    }
    default:
      return undefined;
  }
}

/** "Phone number during the day" is no time. */
function timeIn(hint: string): ReturnType<typeof wantedTime> {
  return /e-?mail|phone|mobile/i.test(hint) ? null : wantedTime(hint);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
