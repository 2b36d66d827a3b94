import { isJsonObject } from '../interfaces/json.ts';
import type { JsonSchema } from '../interfaces/language-model.ts';
import { collectValue } from './collect-value.ts';
import type { Conversation } from './conversation.ts';
import { readQuestion } from './question.ts';
import { smallTalkOf } from './small-talk.ts';
import { termsOf } from './words.ts';

const SUMMARY = /summary|summar|overview|recap|rezumat|resum|zusammenfassung|riassunto/i;
/** What descriptions say about the talk itself. */
const ABOUT_THE_TALK =
  /\b(?:whether|if|the|customers?|callers?|users?|clients?|visitors?|wants?|needs?|has|brings?|said|says|mentions?|mentioned|asks?|asked|interested)\b/gi;
const SUMMARY_CHARACTERS = 300;

/**
 * A value of the schema, filled from what the customer wrote by plain rules. Never invents: an unknown text is "",
 * an unknown number 0, an unknown yes-or-no false; null where the schema allows it.
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
  if (types.includes('boolean')) return saysSo(name, schema, conversation);
  if (types.includes('array')) return [];
  const type = types.find((item) => item !== 'null');
  const found = collectValue(name, { ...schema, type }, texts);
  if (type === 'number' || type === 'integer') return found ?? unknown(0);
  if (SUMMARY.test(`${name} ${String(schema['description'] ?? '')}`)) return summaryOf(conversation);
  if (Array.isArray(schema['enum'])) return found ?? unknown(schema['enum'][0]);
  return found ?? unknown('');
}

/** True when the customer's words meet the description, or thanked at the end where it asks about success. */
function saysSo(name: string, schema: JsonSchema, { exchanges, language }: Conversation): boolean {
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
